import CSQLite

/// One thing that a statement reads or calls, as SQLite's authorizer reports it: a column, a
/// function, or a pragma.
///
/// SQLite's documentation lists the arguments of the authorizer
/// (<https://sqlite.org/c3ref/c_alter_table.html>).
enum StatementAccess: Sendable {
  /// The statement reads a column. The name of the column is empty if the statement reads the table
  /// but none of its columns, for example to count the rows. The name of the database is nil if
  /// SQLite does not report it.
  case column(String, table: String, database: String?)
  /// The statement calls an SQL function.
  case function(String)
  /// The statement is a pragma.
  case pragma

  /// Creates the access from the arguments of the authorizer. Returns nil if the authorizer reports
  /// any other action.
  init?(
    _ action: Int32,
    first: UnsafePointer<CChar>?,
    second: UnsafePointer<CChar>?,
    third: UnsafePointer<CChar>?
  ) {
    switch action {
    case SQLITE_READ:
      guard let first else { return nil }
      self = .column(
        second.map { String(cString: $0) } ?? "",
        table: String(cString: first),
        database: third.map { String(cString: $0) }
      )
    case SQLITE_FUNCTION:
      guard let second else { return nil }
      self = .function(String(cString: second))
    case SQLITE_PRAGMA: self = .pragma
    default: return nil
    }
  }
}
