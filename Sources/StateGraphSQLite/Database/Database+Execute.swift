extension Database {
  /// Runs one statement that changes rows or the schema.
  ///
  /// Inside `write`, the statement is part of the open transaction. Otherwise the statement is a
  /// separate transaction. Entities and live queries show the changes of the statement, including
  /// the changes by its triggers and foreign key actions.
  ///
  /// - Parameter sql: One SQL statement.
  /// - Returns: The number of rows that the statement itself inserted, updated or deleted. Rows
  ///   that triggers and cascades change are not counted. The number is 0 for a change of the
  ///   schema.
  /// - Throws: ``DatabaseError``. It is `.misuse` for BEGIN, COMMIT, ROLLBACK, ATTACH and DETACH.
  ///   It is also `.misuse` for a pragma that changes a setting on which the library depends, and
  ///   for `UPDATE OR REPLACE` where foreign keys could make SQLite damage the table.
  @discardableResult
  public func execute(_ sql: SQL) throws -> Int {
    guard isWriting else { return try write { try execute(sql) } }
    return try UserStatement(sql).execute(in: self)
  }

  /// Returns all rows of a query.
  ///
  /// Inside `write`, the query sees the changes that the transaction has already made. Inside
  /// ``read(_:)``, the query sees the commit of that read. Elsewhere it sees the last commit. A
  /// computed value that calls this method does not depend on the tables that the query reads, so
  /// it is not computed again when they change.
  ///
  /// - Parameter sql: One SQL statement that returns rows.
  /// - Throws: ``DatabaseError``. It is `.misuse` if the statement changes the database outside of
  ///   `write`. It is also `.misuse` for every statement that ``execute(_:)`` refuses.
  public func rows(_ sql: SQL) throws -> [SQLiteRow] {
    try UserStatement(sql).query(in: self) { statement throws(DatabaseError) in
      try statement.rows()
    }
  }
}
