import StateGraphFormats

/// Converts the names and values of inputs to those of the database schema, if they differ.
///
/// The mapping of a table applies to the top-level records of every input of this table. In JSON,
/// it also applies to nested records of this table. The names of tables and columns follow the same
/// rules as elsewhere in an import. The names of an input's fields must be written exactly as in
/// the input.
public struct ImportMapping: Sendable, Equatable {
  /// The mapping of each table, keyed by the name of the table.
  public var tables: [String: TableMapping] = [:]
  /// The places of all entries in the mapping file, for error messages.
  var places = MappingPlaces()

  /// Creates an empty mapping.
  public init() {}
}

/// Converts the names and values in the records of one table.
public struct TableMapping: Sendable, Equatable {
  /// New names for names in the input. The key is the name in the input; the value is the name of a
  /// column or of a nested table.
  public var renames: [String: String] = [:]
  /// A constant for each named column. A record gets it if it has no value for the column.
  public var constants: [String: MappedConstant] = [:]
  /// The names in the input whose values are not imported.
  public var ignored: Set<String> = []
  /// The names in the input whose text holds several values, and how to split each text.
  public var splits: [String: MappedSplit] = [:]
  /// A date conversion for each named column.
  public var dates: [String: MappedDate] = [:]
  /// For each named column, additional texts that mean NULL. The request's own texts for NULL apply
  /// too. In CSV, such a text means NULL only if it is not quoted.
  public var nullSpellings: [String: [String]] = [:]

  /// Creates an empty mapping.
  public init() {}
}

/// A constant value that a mapping gives to a column.
public enum MappedConstant: Sendable, Equatable {
  /// A text value.
  case text(String)
  /// An integer value.
  case integer(Int64)
  /// A real number.
  case real(Double)
  /// A boolean, which is stored as 0 or 1.
  case boolean(Bool)
}

/// Splits one text of the input into several values. Blanks around each value are dropped.
public struct MappedSplit: Sendable, Equatable {
  /// What the split values mean in the database.
  public enum Target: Sendable, Equatable {
    /// Each value is the key of a row in the named nested table, as in a JSON array of keys. The
    /// rows refer to the record by a foreign key, or a join table links them to it. Empty values
    /// are dropped.
    case list(String)
    /// The values go to the named columns, in this order. Empty and missing values are NULL. More
    /// values than columns are an error.
    case columns([String])
  }

  /// The text that separates two values.
  public var separator: String
  /// What the split values mean in the database.
  public var target: Target

  /// Creates a split of a text. `separator` must not be empty.
  public init(separator: String, into target: Target) {
    self.separator = separator
    self.target = target
  }
}

/// Converts dates from the format of the input to the format of the column.
public struct MappedDate: Sendable, Equatable {
  /// A format in which a column stores dates.
  public enum Form: String, Sendable, CaseIterable {
    /// Text such as `2026-11-22`, or with a time of day in UTC, such as `2026-11-22T07:20:00Z`.
    case iso8601
    /// An integer: the number of whole seconds since the start of 1970 in UTC.
    case epochSeconds = "epoch-seconds"
    /// An integer: the number of whole milliseconds since the start of 1970 in UTC.
    case epochMilliseconds = "epoch-milliseconds"
  }

  /// The format of dates in the input: the raw value of a ``Form``, or a pattern such as
  /// `dd/MM/yyyy HH:mm`.
  ///
  /// A pattern has a year `yyyy` or `yy` (1970 to 2069), a month `M`, `MM` or `MMM` (Jan), and a
  /// day `d` or `dd`. It may have an hour `H` or `HH`, or `h` or `hh` with `a` (AM). It may also
  /// have minutes `m` or `mm`, seconds `s` or `ss`, digits of a fraction `S`, and a time zone `X`
  /// (Z, +01 or +01:30). Letters between apostrophes and all other characters stand for themselves.
  /// A time without `X` is in UTC.
  public var from: String
  /// The format of dates in the column.
  public var to: Form

  /// Creates a date conversion.
  public init(from: String, to: Form = .iso8601) {
    self.from = from
    self.to = to
  }
}

/// Where a request gets its ``ImportMapping`` from.
public enum MappingSource: Sendable, Equatable {
  /// The path of a JSON file, which ``ImportMapping/init(path:)`` reads.
  case file(String)
  /// A mapping that the program created in code.
  case value(ImportMapping)

  func load() throws(ImportError) -> ImportMapping {
    switch self {
    case .file(let path): try ImportMapping(path: path)
    case .value(let mapping): mapping
    }
  }
}

/// The places of a mapping's entries in its file. Any two values compare as equal, because two
/// mappings with the same entries are equal wherever the entries stand.
struct MappingPlaces: Sendable, Equatable {
  private var places: [[String]: InputPlace] = [:]

  subscript(path: [String]) -> InputPlace? {
    get { places[path] }
    set { places[path] = newValue }
  }

  static func == (left: MappingPlaces, right: MappingPlaces) -> Bool { true }
}
