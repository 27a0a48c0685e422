extension Database {
  /// Runs one statement that changes rows or the schema. It belongs to this thread's open
  /// transaction, or is a transaction of its own if none is open. Entities and live queries see its
  /// changes, including the changes by triggers and cascades.
  ///
  /// - Parameter sql: One statement.
  /// - Returns: The number of rows that the statement itself inserted, updated or deleted. Rows
  ///   that triggers and cascades change are not counted.
  /// - Throws: ``DatabaseError``. It is `.misuse` for BEGIN, COMMIT, ROLLBACK and ATTACH, and for a
  ///   pragma that changes a setting that the library depends on.
  @discardableResult
  public func execute(_ sql: SQL) throws -> Int {
    guard isWriting else { return try write { try execute(sql) } }
    return try UserStatement(sql).execute(in: self)
  }

  /// Returns all rows of a query. Inside `write`, the query sees the changes of the transaction so
  /// far. Elsewhere it sees the last commit.
  ///
  /// - Parameter sql: One statement that returns rows.
  /// - Throws: ``DatabaseError``. It is `.misuse` if the statement changes the database outside of
  ///   `write`, and for every statement that ``execute(_:)`` refuses.
  public func rows(_ sql: SQL) throws -> [SQLiteRow] {
    try UserStatement(sql).query(in: self) { statement throws(DatabaseError) in
      try statement.rows()
    }
  }
}
