/// What an export writes: which tables, to which target, and in which format. ``Exporter`` runs it.
public struct ExportRequest: Sendable {
  /// The names of the tables to export. An empty array stands for all tables of the database.
  public var tables: [String]
  /// Where the export writes the rows: standard output, one file, or a folder.
  public var destination: ExportDestination
  /// The format of the exported records. Nested records require a JSON format.
  public var format = ExportFormat.csv
  /// Whether each JSON record also contains related rows.
  ///
  /// Related rows are the rows that the record refers to and the rows that refer to the record.
  /// Requires a JSON format and the names of the outermost tables.
  public var isNested = false
  /// Whether the export may replace existing files. If false, the export throws an error if a file
  /// exists.
  public var replacesExisting = false
  /// The line ending of CSV and TSV files. JSON always uses LF.
  public var lineEnd = LineEnd.lf
  /// How BLOB values are written. By default, a BLOB value makes the export throw an error.
  public var blobs = BlobEncoding.reject

  /// Creates a request for a CSV export without nested records that replaces no files. To export in
  /// another way, set the properties of the request.
  public init(tables: [String] = [], to destination: ExportDestination) {
    self.tables = tables
    self.destination = destination
  }
}

/// Where an export writes the rows: standard output, one file, or a folder.
public enum ExportDestination: Sendable, Equatable {
  /// The standard output of the process. The export must contain exactly one table.
  case standardOutput
  /// A file at this path. The export must contain exactly one table.
  case file(String)
  /// A folder at this path, in which each table gets a file that is named after the table. The
  /// export creates the folder if it is missing. The parent folder must exist.
  case folder(String)
}

/// The file format of an export. The raw value is the usual file extension.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// Comma-separated values as RFC 4180 defines them, with a header line of column names.
  case csv
  /// Tab-separated values, with a header line of column names.
  case tsv
  /// A JSON array, with each record on its own line.
  case json
  /// JSON lines: one JSON object on each line, without an array around them.
  case jsonl

  /// Determines the format from the file extension of `path`. The extension `ndjson` stands for
  /// JSON lines, and `tab` for TSV. The result is nil if the extension is unknown.
  public init?(path: String) {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    self.init(rawValue: ending == "ndjson" ? "jsonl" : ending == "tab" ? "tsv" : ending)
  }

  var isJSON: Bool { self == .json || self == .jsonl }
}

/// How far a running export is. ``Exporter/run(_:progress:)`` passes it to its progress function.
public struct ExportProgress: Sendable, Equatable {
  /// The name of the table that the export is writing.
  public let table: String
  /// The number of rows that the export has written up to now, in all tables together. Nested rows
  /// do not count.
  public let rows: Int
}
