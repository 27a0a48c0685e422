/// The result of a complete export: the written tables, and remarks for the user.
public struct ExportReport: Sendable, Equatable {
  /// The exported tables, in the order in which they were written.
  public internal(set) var tables: [ExportedTable] = []
  /// Remarks for the user about the written files.
  ///
  /// For example, a remark names a column whose type is lost in the file format.
  public internal(set) var notes: [String] = []
  /// The rows that a nested export does not contain, in the order of the tables of the schema.
  ///
  /// The array only has tables that foreign keys connect with the exported tables. Empty if the
  /// export is not nested.
  public internal(set) var leftOut: [LeftOutRows] = []
}

/// The rows of one table that a nested export does not contain, because no exported record leads to
/// them.
public struct LeftOutRows: Sendable, Equatable {
  /// The name of the table.
  public let table: String
  /// The number of rows that the export does not contain.
  public let rows: Int
}

/// The result of the export of one table, with the number of its rows and bytes.
public struct ExportedTable: Sendable, Equatable {
  /// The name of the table in the database.
  public let table: String
  /// The path of the file that contains the rows, or nil for standard output.
  public let path: String?
  /// The number of exported rows of this table, without the rows that are nested in them.
  public let rows: Int
  /// The number of bytes that the export wrote for this table.
  public let bytes: Int64
}
