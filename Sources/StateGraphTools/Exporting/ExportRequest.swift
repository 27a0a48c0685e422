/// The tables to export, the target and the format.
public struct ExportRequest: Sendable {
  /// The names of the tables. An empty array stands for all tables of the database.
  public var tables: [String]
  /// The target of the export.
  public var destination: ExportDestination
  /// The format of the records.
  public var format = ExportFormat.csv
  /// Whether a JSON record also contains the rows that refer to it and the rows that it refers to.
  public var isNested = false
  /// Whether existing files are replaced.
  public var replacesExisting = false
  /// The line ending of CSV.
  public var lineEnd = LineEnd.lf
  /// How BLOB values are written.
  public var blobs = BlobEncoding.reject

  /// Creates a request with the default options.
  public init(tables: [String] = [], to destination: ExportDestination) {
    self.tables = tables
    self.destination = destination
  }
}
