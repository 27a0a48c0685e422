/// What to import, and how.
public struct ImportRequest: Sendable {
  /// Read in this order, in one transaction.
  public var inputs: [ImportInput]
  /// CSV fields that mean NULL where they are not in quotes, besides the empty field.
  public var nullSpellings: [String] = []
  /// What happens to a reference whose row is neither in the inputs nor in the file.
  public var dangling = DanglingPolicy.reject
  /// What happens to a record whose key a row has already.
  public var onConflict = ConflictPolicy.merge

  /// Creates a request with the default options.
  public init(inputs: [ImportInput]) {
    self.inputs = inputs
  }
}

/// One file of records.
public struct ImportInput: Sendable {
  /// A path, or `-` for standard input.
  public var path: String
  /// The table of the records; nil means the one that the file is named after.
  public var table: String?
  /// The format; nil means the one that the file's extension says.
  public var format: ImportFormat?
  /// The member of the one JSON object that holds the array of records.
  public var root: String?
  /// The ASCII byte between two fields; nil means the format's own.
  public var separator: UInt8?
  /// Lines that begin with this ASCII byte are skipped.
  public var commentPrefix: UInt8?
  /// The names of the fields of a CSV input without a header. Rows may then end early, before
  /// columns that may be NULL. Nil where the first record is the header.
  public var columns: [String]?

  /// Creates an input that says everything by its name.
  public init(path: String) {
    self.path = path
  }
}

/// A format that the importer reads.
public enum ImportFormat: String, Sendable, CaseIterable {
  case csv, tsv, json, jsonl

  /// The format that a file's extension says, or nil where it says none.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "jsonl", "ndjson": self = .jsonl
    default: return nil
    }
  }
}

/// What happens to a reference whose row is neither in the inputs nor in the file.
public enum DanglingPolicy: String, Sendable, CaseIterable {
  /// The import fails and nothing is kept.
  case reject
  /// The reference counts as not given: NULL in a new row, and in an old one it erases nothing.
  /// Fails where the column is NOT NULL.
  case null
  /// The reference is stored as it is.
  case keep
}
