/// The tables to export, the target and the format.
public struct ExportRequest: Sendable {
  /// The names of the tables. An empty array stands for all tables of the database.
  public var tables: [String]
  /// The target of the export.
  public var destination: ExportDestination
  /// The format of the records.
  public var format = ExportFormat.csv
  /// Whether JSON records contain the rows that refer to them and the rows that they refer to.
  public var isNested = false
  /// Whether existing files are replaced.
  public var replacesExisting = false
  /// The line ending of CSV.
  public var lineEnd = LineEnd.lf
  /// The encoding of BLOB values.
  public var blobs = BlobEncoding.reject

  /// Creates a request with the default options.
  public init(tables: [String] = [], to destination: ExportDestination) {
    self.tables = tables
    self.destination = destination
  }
}

/// The target of an export.
public enum ExportDestination: Sendable, Equatable {
  /// Standard output of the process, for one table.
  case standardOutput
  /// A file at this path, for one table.
  case file(String)
  /// A folder with a file for each table, named after the table. A missing folder is created.
  case folder(String)
}

/// A format of an export.
public enum ExportFormat: String, Sendable, CaseIterable {
  case csv, tsv, json, jsonl

  /// The format of a file by the extension of its path, or nil for an unknown extension.
  public init?(path: String) {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    self.init(rawValue: ending == "ndjson" ? "jsonl" : ending == "tab" ? "tsv" : ending)
  }

  var isJSON: Bool { self == .json || self == .jsonl }
}

/// The outcome of an export.
public struct ExportReport: Sendable, Equatable {
  /// The exported tables, in the order of writing.
  public internal(set) var tables: [ExportedTable] = []
  /// Remarks about the files, such as a type that the format does not keep.
  public internal(set) var notes: [String] = []
}

/// The outcome of the export of one table.
public struct ExportedTable: Sendable, Equatable {
  /// The name of the table.
  public let table: String
  /// The path of the file, or nil for standard output.
  public let path: String?
  /// The number of rows, without the rows nested in them.
  public let rows: Int
  /// The number of bytes written.
  public let bytes: Int64
}

/// The progress of an export.
public struct ExportProgress: Sendable, Equatable {
  /// The table that the export writes now.
  public let table: String
  /// The number of rows of all tables so far.
  public let rows: Int
}
