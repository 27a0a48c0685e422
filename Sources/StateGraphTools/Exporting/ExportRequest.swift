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
