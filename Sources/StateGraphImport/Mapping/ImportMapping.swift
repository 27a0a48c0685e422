import StateGraphFormats

/// Converts names and values of inputs to those of a schema, where they differ.
///
/// A mapping applies to the top-level records of every input of a table, and in JSON to nested
/// records of the table too. Names of tables and columns are compared as everywhere in an import;
/// names of an input must be written exactly as in the input.
public struct ImportMapping: Sendable, Equatable {
  /// The mapping of each table, by the name of the table.
  public var tables: [String: TableMapping] = [:]
  /// The places of the parts in the mapping file.
  var places = MappingPlaces()

  /// Creates an empty mapping.
  public init() {}
}

/// Converts names and values in the records of one table.
public struct TableMapping: Sendable, Equatable {
  /// New names for names in the input: those of a column or of a nested table.
  public var renames: [String: String] = [:]
  /// Values for columns, by the names of the columns, for records that have no value for them.
  public var constants: [String: MappedConstant] = [:]
  /// Names in the input whose values are left out.
  public var ignored: Set<String> = []
  /// Names in the input whose text holds several values.
  public var splits: [String: MappedSplit] = [:]
  /// Date conversions, by the names of the columns.
  public var dates: [String: MappedDate] = [:]
  /// Texts that mean NULL in a column, by the names of the columns, besides those of the request.
  /// In CSV they count only without quotes.
  public var nullSpellings: [String: [String]] = [:]

  /// Creates an empty mapping.
  public init() {}
}

/// A value that a mapping gives to a column.
public enum MappedConstant: Sendable, Equatable {
  /// A text.
  case text(String)
  /// An integer.
  case integer(Int64)
  /// A real number.
  case real(Double)
  /// A boolean, stored as 0 or 1.
  case boolean(Bool)
}

/// Splits one text into several values. Blanks around each value are dropped.
public struct MappedSplit: Sendable, Equatable {
  /// What the values are used for.
  public enum Target: Sendable, Equatable {
    /// The values are keys of rows of a nested table, as in a JSON array of keys: the rows refer to
    /// the record, or are linked to it by a join table. Empty values are dropped.
    case list(String)
    /// Each value belongs to one column, in order. Empty and missing values are NULL; more values
    /// than columns are an error.
    case columns([String])
  }

  /// The text between two values.
  public var separator: String
  /// What the values are used for.
  public var target: Target

  /// Creates a split. `separator` must not be empty.
  public init(separator: String, into target: Target) {
    self.separator = separator
    self.target = target
  }
}

/// Converts dates from the form of the input to the form of the column.
public struct MappedDate: Sendable, Equatable {
  /// The form of dates in a column.
  public enum Form: String, Sendable, CaseIterable {
    /// Text such as `2026-11-22`, or with a time of day in UTC, `2026-11-22T07:20:00Z`.
    case iso8601
    /// Whole seconds since the start of 1970 in UTC.
    case epochSeconds = "epoch-seconds"
    /// Whole milliseconds since the start of 1970 in UTC.
    case epochMilliseconds = "epoch-milliseconds"
  }

  /// The form of dates in the input: the raw value of a ``Form``, or a pattern such as
  /// `dd/MM/yyyy HH:mm`.
  ///
  /// A pattern has `yyyy` or `yy` (1970 to 2069), `M`, `MM` or `MMM` (Jan), and `d` or `dd`. It may
  /// have `H`, `HH`, or `h` or `hh` with `a` (AM), `m`, `mm`, `s`, `ss`, `S` (digits of a fraction)
  /// and `X` (Z, +01 or +01:30). Letters between apostrophes and all other characters stand for
  /// themselves. A time without `X` is in UTC.
  public var from: String
  /// The form of dates in the column.
  public var to: Form

  /// Creates a date conversion.
  public init(from: String, to: Form = .iso8601) {
    self.from = from
    self.to = to
  }
}

/// The source of a request's mapping.
public enum MappingSource: Sendable, Equatable {
  /// A JSON file, as ``ImportMapping/init(path:)`` reads it.
  case file(String)
  /// A mapping made in code.
  case value(ImportMapping)

  func load() throws(ImportError) -> ImportMapping {
    switch self {
    case .file(let path): try ImportMapping(path: path)
    case .value(let mapping): mapping
    }
  }
}

/// The places of a mapping's parts in its file. All places are equal, so that two mappings with the
/// same parts are equal wherever the parts stand.
struct MappingPlaces: Sendable, Equatable {
  private var places: [[String]: InputPlace] = [:]

  subscript(path: [String]) -> InputPlace? {
    get { places[path] }
    set { places[path] = newValue }
  }

  static func == (left: MappingPlaces, right: MappingPlaces) -> Bool { true }
}
