/// An SQL statement that the user of the library wrote.
///
/// Some statements would break guarantees of the library and are refused: BEGIN and COMMIT, ATTACH,
/// and changes of a connection's settings.
struct UserStatement {
  private let sql: SQL

  init(_ sql: SQL) {
    self.sql = sql
  }

  /// Runs the statement inside this thread's open transaction.
  ///
  /// - Returns: The number of rows that the statement itself inserted, updated or deleted. It is 0
  ///   for a change of the schema.
  func execute(in database: Database) throws(DatabaseError) -> Int {
    database.observers.locked?.willUseTransaction()
    let writer = try database.writers.requireOpenTransaction(in: database)
    let statement = try prepare(on: writer)
    try writer.requireSafeReplacement(by: statement)
    let before = writer.totalChangedRowCount
    try statement.run()
    if statement.effects.contains(.schema) {
      database.writers.forgetTables()
      return 0
    }
    // If this statement changed no rows, `changedRowCount` may still contain the count of an
    // earlier INSERT, UPDATE or DELETE.
    return writer.totalChangedRowCount == before ? 0 : writer.changedRowCount
  }

  /// Returns the first row, or nil if there is none. Does not read the other rows.
  func firstRow(in database: Database) throws -> SQLiteRow? {
    try query(in: database) { statement throws(DatabaseError) -> SQLiteRow? in
      guard try statement.step() else { return nil }
      let columns = (0..<statement.columnCount).map { statement.columnName($0) }
      return SQLiteRow(columns: columns, values: statement.row())
    }
  }

  /// Compiles the statement as a query, calls `body` with the compiled statement, and resets the
  /// statement after the call.
  ///
  /// `body` must not keep the compiled statement.
  func query<Result>(
    in database: Database,
    _ body: (Statement) throws(DatabaseError) -> Result
  ) throws -> Result {
    guard !database.isWriting else {
      database.observers.locked?.willUseTransaction()
      let writer = try database.writers.requireOpenTransaction(in: database)
      let statement = try prepare(on: writer)
      try writer.requireSafeReplacement(by: statement)
      return try run(statement, body: body)
    }
    return try database.withReader { connection in
      let statement = try prepare(on: connection)
      // For a database in memory, `connection` is the writer. A change through `connection` would
      // not be reported to the entities and queries in memory.
      guard statement.isReadOnly, !statement.effects.contains(.savepoint) else {
        throw DatabaseError(
          .misuse,
          "A statement that changes the database was run as a query.",
          remedy: "Use execute(_:), or write { }.",
          sql: statement.sql
        )
      }
      return try run(statement, body: body)
    }
  }

  /// Returns the tables and columns that the statement reads. Does not run the statement.
  ///
  /// - Throws: `.misuse` if the library cannot detect every change of the statement's result. Also
  ///   the errors of SQLite.
  func reads(on connection: Connection) throws(DatabaseError) -> StatementReads {
    // SQLite compares its copy of the schema with the file only when it runs a statement.
    _ = try connection.firstValue("SELECT 1 FROM sqlite_schema LIMIT 1")
    let statement = try prepare(on: connection)
    defer { statement.reset() }
    return try StatementReads(of: sql, compiledAs: statement, on: connection)
  }

  /// Returns the value in the first column of each row, converted to `Value`.
  ///
  /// If `isFirst` is true, the method reads only the first row.
  func values<Value: Bindable>(
    _ type: Value.Type,
    in database: Database,
    onlyFirst isFirst: Bool = false
  ) throws -> [Value] {
    try query(in: database) { statement throws(DatabaseError) -> [Value] in
      var values: [Value] = []
      while try statement.step() {
        let value = statement.value(at: 0)
        values.append(try SQLiteRow.convert(value, of: statement.columnName(0), to: type))
        if isFirst { break }
      }
      return values
    }
  }

  private func run<Result>(
    _ statement: Statement,
    body: (Statement) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    defer { statement.reset() }
    return try body(statement)
  }

  private func prepare(on connection: Connection) throws(DatabaseError) -> Statement {
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
