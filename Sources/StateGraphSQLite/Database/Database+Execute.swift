extension Database {
  /// Runs one statement that changes rows or the schema, inside the open transaction of this thread
  /// or as its own. Everything live sees its changes, including those of triggers and cascades.
  ///
  /// - Parameter sql: One statement.
  /// - Returns: The number of rows that the statement inserted, updated or deleted. Triggers and
  ///   cascades are not counted.
  /// - Throws: ``DatabaseError``; `.misuse` for BEGIN, COMMIT, ROLLBACK and ATTACH, and for a
  ///   pragma that changes a setting on which promises of the library depend.
  @discardableResult
  public func execute(_ sql: SQL) throws -> Int {
    guard isWriting else { return try write { try execute(sql) } }
    return try UserStatement(sql).execute(in: self)
  }

  /// Returns all rows of a query. Inside `write` the query sees the changes of the
  /// transaction, elsewhere the last commit.
  ///
  /// - Parameter sql: One statement that returns rows.
  /// - Throws: ``DatabaseError``; `.misuse` for a statement that changes the database outside of
  ///   `write`, and for the statements that ``execute(_:)`` refuses.
  public func rows(_ sql: SQL) throws -> [SQLiteRow] {
    try UserStatement(sql).query(in: self) { statement throws(DatabaseError) in
      try statement.rows()
    }
  }
}
