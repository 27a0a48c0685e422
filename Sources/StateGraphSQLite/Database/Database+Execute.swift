extension Database {
  /// Runs one statement that changes rows or the schema, inside the open transaction of this thread
  /// or as its own. Whatever it changes, by triggers and cascades too, reaches everything live.
  ///
  /// - Returns: The number of rows that the statement itself inserted, updated or deleted.
  /// - Throws: ``DatabaseError``. BEGIN, COMMIT, ROLLBACK and ATTACH are `.misuse`: transactions
  ///   are ``write(_:)``'s. So is a pragma that changes what the library's promises rest on.
  @discardableResult
  public func execute(_ sql: SQL) throws -> Int {
    guard isWriting else { return try write { try execute(sql) } }
    observerOfTurn?.willUseTransaction()
    let writer = try requireOpenTransaction()
    let statement = try prepare(sql, on: writer)
    let before = writer.totalChangedRowCount
    try statement.run()
    if statement.effects.contains(.schema) {
      schemas = [:]
      return 0
    }
    // SQLite leaves the count of the last INSERT, UPDATE or DELETE as it is after other statements.
    return writer.totalChangedRowCount == before ? 0 : writer.changedRowCount
  }

  /// All rows of a query. Inside ``write(_:)`` it sees the transaction's own changes, elsewhere the
  /// last commit.
  ///
  /// - Throws: ``DatabaseError``: `.misuse` for a statement that changes something outside of
  ///   ``write(_:)``, and for those that ``execute(_:)`` refuses.
  public func rows(_ sql: SQL) throws -> [Row] {
    guard !isWriting else {
      observerOfTurn?.willUseTransaction()
      let statement = try prepare(sql, on: requireOpenTransaction())
      return try requireWriter().rows(of: statement)
    }
    return try withReader { connection in
      let statement = try prepare(sql, on: connection)
      // In memory the writer is the reader, and nobody would be told of what it changed here.
      guard statement.isReadOnly, !statement.effects.contains(.savepoint) else {
        throw DatabaseError(
          .misuse,
          "A statement that changes the database was run as a query.",
          remedy: "Use execute(_:), or write { }.",
          sql: statement.sql
        )
      }
      return try connection.rows(of: statement)
    }
  }

  /// Lends the connection that this thread may read from: inside a write the writer with all that
  /// was put off, inside a snapshot the snapshot's, else one that sees the last commit.
  package func withReader<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    if turn.isHeldByCurrentThread {
      if transaction != nil { observerOfTurn?.willUseTransaction() }
      return try body(requireWriter())
    }
    if let snapshot { return try body(snapshot.connection) }
    guard let readers else { return try holdingTurn(body) }
    let result = try readers.withConnection(body)
    waitForPublication()
    return result
  }

  /// Reads the newest commit while no other can come. For when reading beside the writers has
  /// failed to keep up with them.
  package func readHoldingTurn<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try holdingTurn(body)
  }

  /// Reads the last commit, also inside a write; nil in memory, where there is no second
  /// connection.
  package func readLastCommit<Result>(_ body: (Connection) throws -> Result?) throws -> Result? {
    guard let readers else { return nil }
    return try readers.withConnection(body)
  }

  /// Lends the writer inside ``write(_:)``, as it is: what was put off may not be in it yet.
  package func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try body(writerOfTransaction())
  }

  /// The same without a closure, for what runs for every row: not to be kept.
  package func writerOfTransaction() throws(DatabaseError) -> Connection {
    guard isWriting else {
      throw DatabaseError(.misuse, "The writer is lent inside a write only.")
    }
    return try requireOpenTransaction()
  }

  /// Fails the open write: it is undone at its end, which throws the first failure.
  package func failTransaction(_ error: any Error) {
    if isWriting, transaction?.failure == nil { transaction?.failure = error }
  }

  /// Compiles what a user wrote.
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
