/// The result of a successful export: the tables that it wrote, and remarks for the user.
public struct ExportReport: Sendable, Equatable {
  /// The exported tables, in the order in which they were written.
  public internal(set) var tables: [ExportedTable] = []
  /// Remarks for the user about the written files, as clauses without a full stop. For example, a
  /// remark names a column whose type is lost in the file format.
  public internal(set) var notes: [String] = []
  /// The columns with values that import does not restore from the written files, as clauses
  /// without a full stop. Such a value has another type than its column declares, for example text
  /// in an INTEGER column.
  public internal(set) var losses: [String] = []
  /// The tables with rows that a nested export does not contain, in the order of the tables of the
  /// schema. Only tables that foreign keys connect with the exported tables are considered. Empty
  /// if the export is not nested.
  public internal(set) var leftOut: [LeftOutRows] = []
}

/// A table that has rows which a nested export does not contain, because no exported record leads
/// to them.
public struct LeftOutRows: Sendable, Equatable {
  /// The name of the table that has these rows.
  public let table: String
  /// The number of rows of the table that the export does not contain.
  public let rows: Int
}

/// The result of the export of one table: its file, and the numbers of its rows and bytes.
public struct ExportedTable: Sendable, Equatable {
  /// The name of the exported table in the database.
  public let table: String
  /// The path of the file that contains the rows, or nil if the rows went to standard output.
  public let path: String?
  /// The number of exported rows of this table. Rows of other tables that are nested in them do not
  /// count.
  public let rows: Int
  /// The number of bytes that the export wrote for this table.
  public let bytes: Int64
}
