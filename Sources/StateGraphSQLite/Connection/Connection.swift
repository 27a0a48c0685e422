import CSQLite

/// A connection to a database file. Only this type and its statements call SQLite.
///
/// Not `Sendable`: one thread at a time holds a connection. ``Database`` lends a reader to one
/// borrower, and the writer to the thread that holds the writer lock. The raw handle never leaves
/// the module, because a second hook or an early `close` would break the library's promises.
///
/// A ``WriterConnection`` is a connection too, so every function that reads takes either.
package class Connection {
  final let handle: OpaquePointer
  @exclusivity(unchecked) private final var cache = StatementCache(capacity: 128)

  /// Hears of every statement of this connection.
  private final let monitor: StatementMonitor

  /// Records what the statement does that SQLite is compiling.
  final let authorizer = Authorizer()

  /// The state of the file when it was opened without locks, because no other connection had it
  /// open. Nil where SQLite's locks keep what is read consistent. Set once, when the connection is
  /// opened.
  final var unlockedState: DatabaseLocation.FileState?

  /// Nil until it is first asked for, and where the connection has none.
  @exclusivity(unchecked) private final var knownWALIndex: WALIndex?

  /// How long a statement waits for the locks of other connections.
  final var busyTimeout: Duration = .zero

  private final var isClosed = false

  /// - Parameters:
  ///   - handle: An open connection, which this object closes.
  ///   - monitor: Hears of every statement that is compiled on this connection.
  init(handle: OpaquePointer, monitor: StatementMonitor) {
    self.handle = handle
    self.monitor = monitor
    authorizer.install(on: handle)
  }

  deinit { close() }

  /// Closes the connection; a second call does nothing. No statement may be prepared afterwards.
  final func close() {
    guard !isClosed else { return }
    isClosed = true
    cache.removeAll()
    knownWALIndex?.invalidate()
    // The v2 function tolerates a statement that still exists. The connection then closes when the
    // last statement is finalized.
    sqlite3_close_v2(handle)
  }

  /// Called before each statement is compiled.
  func willCompile() throws(DatabaseError) {}

  /// False while a transaction is open. SQLite may end a transaction by itself (disk full, I/O
  /// error, `OR ROLLBACK`, interrupt), so the library asks SQLite and does not remember the answer.
  package final var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// The number of rows that the last statement inserted, updated or deleted. Triggers and cascades
  /// are not counted.
  package final var changedRowCount: Int { Int(sqlite3_changes64(handle)) }
  /// The number of rows that all statements since the connection was opened inserted, updated or
  /// deleted, including triggers and cascades.
  final var totalChangedRowCount: Int64 { sqlite3_total_changes64(handle) }
  package final var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Shows the newest commit of any process; nil in memory, and before the first read.
  final var walIndex: WALIndex? {
    if knownWALIndex == nil { knownWALIndex = WALIndex(self) }
    return knownWALIndex
  }

  final func dropCachedStatements() {
    cache.removeAll()
  }
}

// MARK: - Preparing

extension Connection {
  /// The compiled statement for `sql`, from the cache where possible.
  package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    if let cached = cache.statement(for: sql) {
      cached.clearBindings()
      return cached
    }
    let statement = try compile(sql)
    cache.insert(statement, for: sql)
    return statement
  }

  /// The compiled statement for a text that the cache knows by its object. Its parameters still
  /// hold the values of the last run: bind all of them.
  package func prepare(_ text: StatementText) throws(DatabaseError) -> Statement {
    if let cached = cache.statement(for: text) { return cached }
    let statement = try compile(text.sql)
    cache.insert(statement, for: text)
    return statement
  }

  /// A compiled statement with its values bound.
  package func prepare(_ sql: SQL) throws(DatabaseError) -> Statement {
    let statement = try prepare(sql.text)
    try statement.bind(sql.bindings)
    return statement
  }

  /// Runs `body` and refuses to compile, meanwhile, a pragma that has one of these effects. For SQL
  /// that a user wrote.
  ///
  /// - Throws: What `body` throws; `.misuse` from `prepare` and `runScript`.
  package func refusing<Result, Failure: Error>(
    _ effects: StatementEffects,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    authorizer.refused = effects
    defer { authorizer.refused = [] }
    return try body()
  }

  /// Runs `body`; each statement compiled meanwhile records what it does to tables.
  func recordingTouches<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // A statement that was compiled before has recorded nothing.
    dropCachedStatements()
    authorizer.recordsTouches = true
    defer { authorizer.recordsTouches = false }
    return try body()
  }

  func compile(_ sql: String) throws(DatabaseError) -> Statement {
    let source = try SQLSource(sql)
    guard let (statement, end) = try compileFirst(of: source, from: 0) else {
      throw DatabaseError(.invalidSQL, "The SQL contains no statement.", sql: sql)
    }
    guard try compileFirst(of: source, from: end) == nil else {
      throw DatabaseError(
        .invalidSQL,
        "The SQL contains more than one statement.",
        remedy: "Run one statement at a time.",
        sql: sql
      )
    }
    return statement
  }

  /// Compiles the first statement after `offset`.
  ///
  /// - Returns: The statement, and the offset of its end. Nil where only white space and comments
  ///   follow.
  private func compileFirst(
    of source: SQLSource,
    from offset: Int
  ) throws(DatabaseError) -> (Statement, Int)? {
    var pointer: OpaquePointer?
    var end = source.count
    try willCompile()
    authorizer.reset()
    let result = source.withCString { start -> Int32 in
      var tail: UnsafePointer<CChar>?
      // Without a length, SQLite applies its size limit to the statement and not to the whole rest.
      let result = sqlite3_prepare_v3(
        handle,
        start + offset,
        -1,
        UInt32(SQLITE_PREPARE_PERSISTENT),
        &pointer,
        &tail
      )
      if let tail { end = start.distance(to: tail) }
      return result
    }
    guard result == SQLITE_OK else {
      if !authorizer.effects.isDisjoint(with: authorizer.refused) {
        throw .refusedSetting(source.text(offset..<source.count))
      }
      throw .sqlite(result, on: handle, sql: source.text(offset..<source.count))
    }
    guard let pointer else { return nil }
    let statement = Statement(
      handle: pointer,
      sql: source.text(offset..<end),
      effects: authorizer.effects,
      touches: authorizer.touches,
      monitor: monitor
    )
    return (statement, end)
  }
}

// MARK: - Running

extension Connection {
  /// Runs one statement to its end.
  package func run(_ sql: SQL) throws(DatabaseError) {
    try prepare(sql).run()
  }

  /// Runs several statements that are separated by semicolons and have no bound values, such as the
  /// text of a migration. An error names the line on which its statement begins.
  ///
  /// - Parameter onStatement: Called with each statement before it runs.
  package func runScript(
    _ script: String,
    onStatement: (Statement) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    let source = try SQLSource(script)
    var offset = 0
    do {
      while let (statement, end) = try compileFirst(of: source, from: offset) {
        try onStatement(statement)
        try statement.run()
        offset = end
      }
    } catch {
      throw DatabaseError(
        error.code,
        "Line \(source.line(ofStatementAt: offset)): \(error.message)",
        remedy: error.remedy,
        extendedCode: error.extendedCode,
        constraint: error.constraint,
        cause: error
      )
    }
  }

  /// All rows of a query, copied.
  package func rows(_ sql: SQL) throws(DatabaseError) -> [SQLiteRow] {
    try prepare(sql).rows()
  }

  /// The first column of the first row, or nil where there is no row.
  package func firstValue(_ sql: SQL) throws(DatabaseError) -> SQLiteValue? {
    let statement = try prepare(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.value(at: 0) : nil
  }
}
