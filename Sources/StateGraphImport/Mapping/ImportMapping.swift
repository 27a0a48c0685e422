import StateGraphFormats

/// Describes how an import converts the names and values of its inputs to those of the database.
///
/// The mapping of a table applies to all its top-level records. In JSON, it also applies to records
/// of the table that are nested in other records. The names of an input's fields must be spelled
/// exactly as in the input. In JSON, the name `properties.mag` also means the member `mag` of the
/// object under `properties`. In `v1\.0`, the full stop is part of the key.
public struct ImportMapping: Sendable, Equatable {
  /// The mapping of each table. The key is the name of the table.
  ///
  /// The records of a table without a mapping are imported without conversion.
  public var tables: [String: TableMapping] = [:]
  /// The positions of all rules in the mapping file, for error messages.
  ///
  /// Empty if the mapping was created in code.
  var places = MappingPlaces()

  /// Creates an empty mapping.
  public init() {}
}

/// Describes how an import converts the names and values in the records of one table.
public struct TableMapping: Sendable, Equatable {
  /// The new names for names in the input.
  ///
  /// The key is a name in the input. The value is the name of a column, or the name of a table
  /// whose rows are nested in the record.
  public var renames: [String: String] = [:]
  /// The constants for columns. The key is the name of a column.
  ///
  /// A record gets the constant if it has no value or NULL for the column.
  public var constants: [String: MappedConstant] = [:]
  /// The names in the input whose values are not imported.
  ///
  /// Any other name that the table does not have is an error.
  public var ignored: Set<String> = []
  /// How to split texts that contain several values, such as `swift,linux`.
  ///
  /// The key is the name of a field or member in the input.
  public var splits: [String: MappedSplit] = [:]
  /// How to convert dates to the format in which a column stores them.
  ///
  /// The key is the name of a column.
  public var dates: [String: MappedDate] = [:]
  /// The values for texts and numbers of the input, such as 1 for `Y`. The key is the name of a
  /// column.
  ///
  /// A number or boolean of a JSON input is compared by its text. Other values are not changed.
  public var values: [String: [String: MappedConstant]] = [:]
  /// The texts that mean NULL. The key is the name of a column.
  ///
  /// The texts in ``FieldRules/nullSpellings`` mean NULL too. In a CSV input, a text in quotes
  /// never means NULL, unless it is empty and the empty text is one of these texts.
  public var nullSpellings: [String: [String]] = [:]

  /// Creates an empty mapping.
  public init() {}
}

/// A constant that the import stores in a column if a record has no value or NULL for the column.
///
/// The constant must have the type of the column.
public enum MappedConstant: Sendable, Equatable {
  /// A text, for a column that accepts text.
  case text(String)
  /// An integer. A column of type REAL stores it as a real number.
  case integer(Int64)
  /// A real number. A column of type INTEGER rejects it, even without a fraction.
  case real(Double)
  /// A boolean, which is stored as the number 0 or 1. A column of type TEXT rejects it.
  case boolean(Bool)
}

/// Describes how one text of the input is split into several values.
///
/// Blanks before and after each value are removed.
public struct MappedSplit: Sendable, Equatable {
  /// The meaning of the split values in the database.
  public enum Target: Sendable, Equatable {
    /// Each value is the key of a row in the named table, as in a JSON array of keys.
    ///
    /// The import connects these rows with the record by a foreign key or a join table. Empty
    /// values are ignored.
    case list(String)
    /// The values are stored in the named columns of the record's table, in this order.
    ///
    /// Empty and missing values become NULL. More values than columns are an error.
    case columns([String])
  }

  /// The text between two values, such as a comma. It must not be empty.
  public var separator: String
  /// The meaning of the split values in the database: keys of other rows, or values of columns.
  public var target: Target

  /// Creates a split.
  ///
  /// - Parameters:
  ///   - separator: The text between two values. It must not be empty.
  ///   - target: The table or the columns that get the values.
  public init(separator: String, into target: Target) {
    self.separator = separator
    self.target = target
  }
}

/// Describes how dates are converted from the format of the input to the format of the column.
public struct MappedDate: Sendable, Equatable {
  /// A format in which a column stores dates.
  public enum Form: String, Sendable, CaseIterable {
    /// Text such as `2026-11-22`, or `2026-11-22T07:20:00Z` for a date with a time in UTC.
    case iso8601
    /// An integer: the number of whole seconds since the start of 1970 in UTC.
    case epochSeconds = "epoch-seconds"
    /// An integer: the number of whole milliseconds since the start of 1970 in UTC.
    case epochMilliseconds = "epoch-milliseconds"
  }

  /// The format of dates in the input: the raw value of a ``Form``, or a pattern such as
  /// `dd/MM/yyyy HH:mm`.
  ///
  /// A pattern consists of these letters:
  ///
  /// - Year: `yyyy`, or `yy` for 1970 to 2069.
  /// - Month: `M`, `MM`, or `MMM` for English names such as Jan.
  /// - Day: `d` or `dd`.
  /// - Hour: `H` or `HH`. Also `h` or `hh` together with `a` for AM and PM.
  /// - Minute: `m` or `mm`. Second: `s` or `ss`. Fraction of the second: `S`.
  /// - Time zone: `X`, which accepts Z, +01 and +01:30. A time without a time zone is in UTC.
  ///
  /// Year, month and day are necessary. All other characters, and letters between apostrophes, must
  /// occur in the date exactly as in the pattern.
  public var from: String
  /// The format in which the column stores dates. The column must have a suitable type.
  public var to: Form

  /// Creates a date conversion.
  ///
  /// If the pattern is invalid, the import throws an error when it begins.
  public init(from: String, to: Form = .iso8601) {
    self.from = from
    self.to = to
  }
}

/// The source of a request's ``ImportMapping``: a file, or a value that was created in code.
public enum MappingSource: Sendable, Equatable {
  /// The path of a JSON file that ``ImportMapping/init(path:)`` reads when the import begins.
  case file(String)
  /// A mapping that the program created in code.
  case value(ImportMapping)

  package func load() throws(ImportError) -> ImportMapping {
    switch self {
    case .file(let path): try ImportMapping(path: path)
    case .value(let mapping): mapping
    }
  }
}

/// The positions of a mapping's rules in the mapping file.
///
/// All values of this type compare as equal. Two mappings with the same rules are therefore equal,
/// even if their files differ.
struct MappingPlaces: Sendable, Equatable {
  private var places: [[String]: InputPlace] = [:]

  subscript(path: [String]) -> InputPlace? {
    get { places[path] }
    set { places[path] = newValue }
  }

  static func == (left: MappingPlaces, right: MappingPlaces) -> Bool { true }
}
