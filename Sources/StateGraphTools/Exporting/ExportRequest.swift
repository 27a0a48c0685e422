/// The description of an export: which tables to write, to which target, and in which format.
public struct ExportRequest: Sendable {
  /// The names of the tables. An empty array means all tables of the database.
  public var tables: [String]
  /// The target of the export: standard output, one file, or a folder.
  public var destination: ExportDestination
  /// The format of the exported records. Nested records require a JSON format.
  public var format = ExportFormat.csv
  /// Whether each JSON record also contains related rows.
  ///
  /// Related rows are the rows that the record refers to and the rows that refer to the record.
  /// Requires a JSON format and the names of the outermost tables.
  public var isNested = false
  /// Whether the export may replace existing files. If false, the export throws when a file exists.
  public var replacesExisting = false
  /// The line ending of CSV and TSV files. JSON always uses LF.
  public var lineEnd = LineEnd.lf
  /// The form in which BLOB values are written. By default, a BLOB is an error.
  public var blobs = BlobEncoding.reject

  /// Creates a request for a CSV export without nested records that replaces no files.
  ///
  /// Set the properties for another kind of export.
  public init(tables: [String] = [], to destination: ExportDestination) {
    self.tables = tables
    self.destination = destination
  }
}
