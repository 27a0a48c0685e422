import StateGraphFormats

/// How the names and values of inputs become those of a schema, where they differ.
///
/// What a mapping does, it does to the top-level records of every input of a table and, in JSON, to
/// the nested ones too. Names of tables and columns are compared as everywhere in an import; names
/// in the input must be written as the input writes them.
public struct ImportMapping: Sendable, Equatable {
  /// By the name of the table.
  public var tables: [String: TableMapping] = [:]
  /// Where the parts stand in the file that they were read from.
  var places = MappingPlaces()

  /// Creates a mapping that changes nothing.
  public init() {}
}

/// How the records of one table are changed on their way.
public struct TableMapping: Sendable, Equatable {
  /// The column, or the nested table, that a name in the input means.
  public var renames: [String: String] = [:]
  /// The values of columns for which a record has none.
  public var constants: [String: MappedConstant] = [:]
  /// The names in the input that are left out.
  public var ignored: Set<String> = []
  /// The names in the input whose text is several values.
  public var splits: [String: MappedSplit] = [:]
  /// The columns whose values are dates, written in another way than the column has them.
  public var dates: [String: MappedDate] = [:]
  /// The texts that mean NULL in a column, besides those of the request; in CSV without quotes.
  public var nullSpellings: [String: [String]] = [:]

  /// Creates a mapping that changes nothing.
  public init() {}
}

/// A value that a mapping gives to a column.
public enum MappedConstant: Sendable, Equatable {
  case text(String), integer(Int64), real(Double), boolean(Bool)
}

/// How one text becomes several values. Blanks around each are dropped.
public struct MappedSplit: Sendable, Equatable {
  /// What the values become.
  public enum Target: Sendable, Equatable {
    /// The keys of rows of a nested table, as a JSON array of them would: children, or links
    /// through a join table. Empty values are dropped.
    case list(String)
    /// A column each, in order. An empty or missing value is NULL; one too many is an error.
    case columns([String])
  }

  /// The text between two values.
  public var separator: String
  /// What the values become.
  public var target: Target

  /// Creates a split; `separator` must not be empty.
  public init(separator: String, into target: Target) {
    self.separator = separator
    self.target = target
  }
}

/// How a date is written in the input, and how in the column.
public struct MappedDate: Sendable, Equatable {
  /// What the column holds.
  public enum Form: String, Sendable, CaseIterable {
    /// Text: `2026-11-22`, or with a time of day in UTC, `2026-11-22T07:20:00Z`.
    case iso8601
    /// Whole seconds since 1970 in UTC.
    case epochSeconds = "epoch-seconds"
    /// Whole milliseconds since 1970 in UTC.
    case epochMilliseconds = "epoch-milliseconds"
  }

  /// The name of a ``Form``, or a pattern such as `dd/MM/yyyy HH:mm`.
  ///
  /// A pattern has `yyyy` or `yy` (1970 to 2069), `M`, `MM` or `MMM` (Jan), `d` or `dd`, and may
  /// have `H`, `HH`, `h` or `hh` with `a` (AM), `m`, `mm`, `s`, `ss`, `S` (digits of a fraction)
  /// and `X` (Z, +01 or +01:30). Letters in apostrophes and everything else stand for themselves. A
  /// time without an `X` is in UTC.
  public var from: String
  /// What the column holds.
  public var to: Form

  /// Creates a conversion.
  public init(from: String, to: Form = .iso8601) {
    self.from = from
    self.to = to
  }
}

/// Where a request's mapping comes from.
public enum MappingSource: Sendable, Equatable {
  /// A JSON file; see ``ImportMapping/init(path:)``.
  case file(String)
  /// A value.
  case value(ImportMapping)

  func load() throws(ImportError) -> ImportMapping {
    switch self {
    case .file(let path): try ImportMapping(path: path)
    case .value(let mapping): mapping
    }
  }
}

/// Where the parts of a mapping stand in its file. Two mappings that say the same are equal,
/// wherever they say it.
struct MappingPlaces: Sendable, Equatable {
  private var places: [[String]: InputPlace] = [:]

  subscript(path: [String]) -> InputPlace? {
    get { places[path] }
    set { places[path] = newValue }
  }

  static func == (left: MappingPlaces, right: MappingPlaces) -> Bool { true }
}
