import CSQLite

/// A connection to a database, which compiles and runs SQL statements.
///
/// Only one thread at a time may use a connection, so the type is not `Sendable`. ``Database``
/// lends each connection for reading to one thread at a time. It lends its connection for writing
/// to the thread that holds the writer lock.
///
/// The SQLite handle never leaves the module. Other code could otherwise replace a hook or close
/// the connection early.
///
/// ``WriterConnection`` is a subclass, so a function that takes a `Connection` accepts a reader or
/// a writer.
package class Connection {
  final let handle: OpaquePointer
  @exclusivity(unchecked) private final var cache = StatementCache(capacity: 128)

  final let compiler: StatementCompiler

  /// Records the effects of each statement while SQLite compiles the statement.
  final let authorizer = Authorizer()

  /// The state of the file when the connection opened it without SQLite's locks. A later comparison
  /// shows whether another process has written the file. It is nil if the connection uses SQLite's
  /// locks.
  final var unlockedState: DatabaseLocation.FileState?

  /// The cached value of `walIndex`, or nil before `walIndex` is first read, or if the connection
  /// has no wal-index.
  @exclusivity(unchecked) private final var knownWALIndex: WALIndex?

  /// How long a statement waits for the locks of other connections before it fails with `.busy`.
  final var busyTimeout: Duration = .zero

  private final var isClosed = false

  /// Takes over an open SQLite connection.
  ///
  /// - Parameters:
  ///   - handle: The SQLite connection. This object closes it.
  ///   - monitor: The object that is called for every statement of this connection.
  init(handle: OpaquePointer, monitor: StatementMonitor) {
    self.handle = handle
    compiler = StatementCompiler(handle: handle, authorizer: authorizer, monitor: monitor)
    authorizer.install(on: handle)
  }

  deinit { close() }

  /// Closes the connection. Afterwards, no statement can be prepared. A second call does nothing.
  final func close() {
    guard !isClosed else { return }
    isClosed = true
    cache.removeAll()
    knownWALIndex?.invalidate()
    // `sqlite3_close` would fail while a statement exists. `sqlite3_close_v2` succeeds, and SQLite
    // closes the connection when the last statement is finalized.
    sqlite3_close_v2(handle)
  }

  /// Whether no transaction is open.
  ///
  /// The value is read from SQLite each time. SQLite itself may end a transaction, for example
  /// after a full disk, an I/O error, `OR ROLLBACK` or an interrupt.
  package final var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// The number of rows that the last statement changed, without those that triggers and foreign
  /// key actions changed.
  package final var changedRowCount: Int { Int(sqlite3_changes64(handle)) }
  /// The number of rows that were changed since the connection was opened, with those that triggers
  /// and foreign key actions changed.
  final var totalChangedRowCount: Int64 { sqlite3_total_changes64(handle) }
  package final var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The index of the WAL in shared memory, which shows the newest commit of any process, or nil
  /// for a database in memory or not in WAL mode, and before the first read of the connection.
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
  /// Returns the compiled statement for `sql`, from the cache if possible. No values are bound to
  /// its parameters.
  package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    if let cached = cache.statement(for: sql) {
      cached.clearBindings()
      return cached
    }
    let statement = try compile(sql)
    cache.insert(statement, for: sql)
    return statement
  }

  /// Returns the compiled statement for `text`, from the cache if possible.
  ///
  /// The cache compares the identity of the `text` object instead of its characters, which is
  /// faster. The parameters still have the values of the last run, so the caller must bind all of
  /// them.
  package func prepare(_ text: StatementText) throws(DatabaseError) -> Statement {
    if let cached = cache.statement(for: text) { return cached }
    let statement = try compile(text.sql)
    cache.insert(statement, for: text)
    return statement
  }

  /// Returns the compiled statement for `sql`, with the values of `sql` bound to its parameters.
  package func prepare(_ sql: SQL) throws(DatabaseError) -> Statement {
    let statement = try prepare(sql.text)
    try statement.bind(sql.bindings)
    for (place, list) in sql.lists { try statement.bind(list, at: place + 1) }
    return statement
  }

  /// Runs `body` with SQL of the library's user, and refuses each pragma that has one of `effects`.
  ///
  /// - Throws: The errors of `body`. Inside `body`, `prepare` and `runScript` throw `.misuse` for a
  ///   refused pragma.
  package func refusing<Result, Failure: Error>(
    _ effects: StatementEffects,
    body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    authorizer.refused = effects
    defer { authorizer.refused = [] }
    return try body()
  }

  /// Runs `body`, whose statements are those of a stored schema. They may contain text in double
  /// quotes, as in the file that has the schema.
  package func copyingSchema<Result, E: Error>(_ body: () throws(E) -> Result) throws(E) -> Result {
    try compiler.quotedText.copyingSchema(body)
  }

  /// Runs `body`, and records in each statement that `body` compiles which tables it drops, alters
  /// or writes (``StatementTouch``).
  func recordingTouches<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Empty the cache, because a statement that is already compiled has no record.
    dropCachedStatements()
    authorizer.recordsTouches = true
    defer { authorizer.recordsTouches = false }
    return try body()
  }

  func compile(_ sql: String) throws(DatabaseError) -> Statement {
    let source = try SQLSource(sql)
    guard let (statement, end) = try compiler.compileFirst(of: source, from: 0) else {
      throw DatabaseError(.invalidSQL, "The SQL contains no statement.", sql: sql)
    }
    guard try compiler.compileFirst(of: source, from: end) == nil else {
      throw DatabaseError(
        .invalidSQL,
        "The SQL contains more than one statement.",
        remedy: "Run one statement at a time.",
        sql: sql
      )
    }
    return statement
  }
}

// MARK: - Running

extension Connection {
  /// Runs one statement to its end, and ignores the rows that it returns.
  package func run(_ sql: SQL) throws(DatabaseError) {
    try prepare(sql).run()
  }

  /// Runs a script of several statements, such as a migration.
  ///
  /// Semicolons separate the statements, which have no bound values. If a statement fails, the
  /// error message begins with the number of the line on which that statement begins.
  ///
  /// - Parameter onStatement: Called with each statement before the statement runs.
  package func runScript(
    _ script: String,
    onStatement: (Statement) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    let source = try SQLSource(script)
    var offset = 0
    do {
      while let (statement, end) = try compiler.compileFirst(of: source, from: offset) {
        try onStatement(statement)
        try runOfScript(statement)
        offset = end
      }
    } catch {
      let place = source.place(ofStatementAt: offset)
      throw DatabaseError(
        error.code,
        "Line \(place.line): \(error.message)",
        remedy: error.remedy,
        extendedCode: error.extendedCode,
        constraint: error.constraint,
        cause: error,
        place: place
      )
    }
  }

  private func runOfScript(_ statement: Statement) throws(DatabaseError) {
    do throws(DatabaseError) {
      try statement.run()
    } catch {
      guard compiler.quotedText.copiesSchema else { throw error }
      statement.reset()
      let refused = authorizer.refused
      authorizer.refused = []
      defer { authorizer.refused = refused }
      guard SchemaStandIns.addTable(statement.sql, for: error, on: handle) else { throw error }
    }
  }

  /// Returns all rows of a query. The rows are copies that stay valid after the statement is reset.
  package func rows(_ sql: SQL) throws(DatabaseError) -> [SQLiteRow] {
    try prepare(sql).rows()
  }

  /// Returns the value in the first column of the first row. Returns nil if the query has no row.
  package func firstValue(_ sql: SQL) throws(DatabaseError) -> SQLiteValue? {
    let statement = try prepare(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.value(at: 0) : nil
  }
}

/// How a read-only connection uses SQLite's locks and files.
///
/// ``WriterConnection/Mode`` has the modes of a connection that writes.
package enum ConnectionMode: Sendable {
  /// Reads the last commit, and takes SQLite's shared locks while it reads.
  case reader
  /// Reads the last commit like `reader`, but creates no file beside the database if no other
  /// process has the database open.
  case nonLockingReader
  /// Reads a file that no process is writing, without creating a `-wal` or `-shm` file beside the
  /// file.
  ///
  /// Used to check a file before the library decides whether to refuse it. A refused file must stay
  /// unchanged.
  case inspector
}
