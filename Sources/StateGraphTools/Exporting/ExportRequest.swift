/// What to export, and how.
public struct ExportRequest: Sendable {
  /// The tables, or none for all of the database's.
  public var tables: [String]
  /// Where to.
  public var destination: ExportDestination
  /// The format of the records.
  public var format = ExportFormat.csv
  /// Whether JSON records hold the rows that refer to them, and those they refer to.
  public var isNested = false
  /// Whether files that are there go.
  public var replacesExisting = false
  /// What ends a line of CSV.
  public var lineEnd = LineEnd.lf
  /// What becomes of bytes.
  public var blobs = BlobEncoding.reject

  /// Creates a request with the default options.
  public init(tables: [String] = [], to destination: ExportDestination) {
    self.tables = tables
    self.destination = destination
  }
}

/// Where an export goes.
public enum ExportDestination: Sendable, Equatable {
  /// The process's standard output: one table.
  case standardOutput
  /// A file of this path: one table.
  case file(String)
  /// A folder, which is made where it is missing: a file for each table, named after it.
  case folder(String)
}

/// A format that the exporter writes.
public enum ExportFormat: String, Sendable, CaseIterable {
  case csv, tsv, json, jsonl

  /// The format that a file's extension says, or nil where it says none.
  public init?(path: String) {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    self.init(rawValue: ending == "ndjson" ? "jsonl" : ending == "tab" ? "tsv" : ending)
  }

  var isJSON: Bool { self == .json || self == .jsonl }
}

/// What an export did.
public struct ExportReport: Sendable, Equatable {
  /// The tables in the order in which they were written.
  public internal(set) var tables: [ExportedTable] = []
  /// What a reader of the files should know: where a format keeps less than the database.
  public internal(set) var notes: [String] = []
}

/// What an export did with one table.
public struct ExportedTable: Sendable, Equatable {
  /// The table's name.
  public let table: String
  /// The path of its file, or nil for standard output.
  public let path: String?
  /// Its rows; those nested in them are not counted.
  public let rows: Int
  /// Bytes written.
  public let bytes: Int64
}

/// How far an export has come.
public struct ExportProgress: Sendable, Equatable {
  /// The table that is being written.
  public let table: String
  /// Rows of all tables so far.
  public let rows: Int
}
