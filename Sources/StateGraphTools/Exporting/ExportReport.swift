/// The result of a complete export: the written tables, and remarks for the user.
public struct ExportReport: Sendable, Equatable {
  /// The exported tables, in the order in which they were written.
  public internal(set) var tables: [ExportedTable] = []
  /// Remarks for the user about the written files.
  ///
  /// An example is a column whose type the file format does not preserve.
  public internal(set) var notes: [String] = []
}

/// The result of the export of one table, with the number of its rows and bytes.
public struct ExportedTable: Sendable, Equatable {
  /// The name of the table in the database.
  public let table: String
  /// The path of the file that contains the rows, or nil for standard output.
  public let path: String?
  /// The number of exported rows of this table. The rows that are nested in them are not counted.
  public let rows: Int
  /// The number of bytes that were written for this table.
  public let bytes: Int64
}
