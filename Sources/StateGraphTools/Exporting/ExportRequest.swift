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
