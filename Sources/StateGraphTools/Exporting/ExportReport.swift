/// The outcome of an export.
public struct ExportReport: Sendable, Equatable {
  /// The exported tables, in the order of writing.
  public internal(set) var tables: [ExportedTable] = []
  /// Remarks for the user about the written files, such as a column type that the format does not
  /// preserve.
  public internal(set) var notes: [String] = []
}

/// The outcome of the export of one table.
public struct ExportedTable: Sendable, Equatable {
  /// The name of the table.
  public let table: String
  /// The path of the file, or nil for standard output.
  public let path: String?
  /// The number of exported rows of this table. Rows nested inside them are not counted.
  public let rows: Int
  /// The number of bytes written.
  public let bytes: Int64
}
