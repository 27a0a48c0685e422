extension Database {
  /// Runs one statement that changes rows or the schema, inside the open transaction of this thread
  /// or as its own. Everything live sees its changes, including those of triggers and cascades.
  ///
  /// - Parameter sql: One statement.
  /// - Returns: The number of rows that the statement inserted, updated or deleted. Triggers and
  ///   cascades are not counted.
  /// - Throws: ``DatabaseError``; `.misuse` for BEGIN, COMMIT, ROLLBACK and ATTACH, and for a pragma
  ///   that changes a setting on which promises of the library depend.
  @discardableResult
  public func execute(_ sql: SQL) throws -> Int {
    guard isWriting else { return try write { try execute(sql) } }
    observers.locked?.willUseTransaction()
    let writer = try writers.requireOpenTransaction(in: self)
    let statement = try prepare(sql, on: writer)
    let before = writer.totalChangedRowCount
    try statement.run()
    if statement.effects.contains(.schema) {
      writers.forgetTables()
      return 0
    }
    // After a statement of another kind, SQLite still returns the count of the last INSERT, UPDATE or
    // DELETE.
    return writer.totalChangedRowCount == before ? 0 : writer.changedRowCount
  }

  /// Returns all rows of a query. Inside ``write(_:)-(()->Result)`` the query sees the changes of the
  /// transaction, elsewhere the last commit.
  ///
  /// - Parameter sql: One statement that returns rows.
  /// - Throws: ``DatabaseError``; `.misuse` for a statement that changes the database outside of
  ///   ``write(_:)-(()->Result)``, and for the statements that ``execute(_:)`` refuses.
  public func rows(_ sql: SQL) throws -> [SQLiteRow] {
    try withQuery(sql) { statement throws(DatabaseError) in try statement.rows() }
  }

  /// Compiles a query and lends it to `body`, on the connection that this thread reads from.
  func withQuery<Result>(
    _ sql: SQL,
    _ body: (Statement) throws(DatabaseError) -> Result
  ) throws -> Result {
    guard !isWriting else {
      observers.locked?.willUseTransaction()
      return try body(prepare(sql, on: writers.requireOpenTransaction(in: self)))
    }
    return try withReader { connection in
      let statement = try prepare(sql, on: connection)
      // In memory the reader is the writer, and its changes here would not be published.
      guard statement.isReadOnly, !statement.effects.contains(.savepoint) else {
        throw DatabaseError(
          .misuse,
          "A statement that changes the database was run as a query.",
          remedy: "Use execute(_:), or write { }.",
          sql: statement.sql
        )
      }
      return try body(statement)
    }
  }

  /// Compiles a statement that a user wrote.
  private func prepare(_ sql: SQL, on connection: Connection) throws(DatabaseError) -> Statement {
    let statement = try connection.refusing([.setting, .foreignKeySwitch]) {
      () throws(DatabaseError) in
      try connection.prepare(sql)
    }
    guard statement.effects.isDisjoint(with: [.setting, .foreignKeySwitch]) else {
      throw .refusedSetting(statement.sql)
    }
    guard statement.effects.isDisjoint(with: [.transaction, .attach]) else {
      throw DatabaseError(
        .misuse,
        "BEGIN, COMMIT, ROLLBACK, ATTACH and DETACH cannot be run as statements.",
        remedy: "Use write { } for a transaction.",
        sql: statement.sql
      )
    }
    return statement
  }
}
