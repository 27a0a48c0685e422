import CSQLite

/// A connection to a database. Only this type and its statements call SQLite.
///
/// The type is not `Sendable`: only one thread at a time may use a connection. ``Database`` lends
/// each reader to one borrower, and its writer to the thread that holds the writer lock. The SQLite
/// handle never leaves the module, because code that replaces a hook or closes the connection early
/// would break the library's promises.
///
/// ``WriterConnection`` is a subclass, so a function that reads accepts a reader or a writer.
package class Connection {
  final let handle: OpaquePointer
  @exclusivity(unchecked) private final var cache = StatementCache(capacity: 128)

  /// Is told of every statement that runs on this connection.
  private final let monitor: StatementMonitor

  /// Records what a statement does while SQLite compiles it.
  final let authorizer = Authorizer()

  /// The state of the file when it was opened without SQLite's locks. Nil if the connection uses
  /// SQLite's locks, which keep its reads consistent. Set once, when the connection is opened.
  final var unlockedState: DatabaseLocation.FileState?

  /// A cache for `walIndex`. Nil until `walIndex` is first read, or if the connection has no
  /// wal-index.
  @exclusivity(unchecked) private final var knownWALIndex: WALIndex?

  /// How long a statement waits for the locks of other connections.
  final var busyTimeout: Duration = .zero

  private final var isClosed = false

  /// - Parameters:
  ///   - handle: An open SQLite connection. This object closes it.
  ///   - monitor: Is told of every statement that is compiled on this connection.
  init(handle: OpaquePointer, monitor: StatementMonitor) {
    self.handle = handle
    self.monitor = monitor
    authorizer.install(on: handle)
  }

  deinit { close() }

  /// Closes the connection. A second call does nothing. Do not prepare statements afterwards.
  final func close() {
    guard !isClosed else { return }
    isClosed = true
    cache.removeAll()
    knownWALIndex?.invalidate()
    // Unlike `sqlite3_close`, this function accepts that a statement still exists. SQLite then
    // closes the connection when the last statement is finalized.
    sqlite3_close_v2(handle)
  }

  /// Called before each statement is compiled. ``WriterConnection`` overrides it to decide, after a
  /// change of the schema, whether the schema is trusted.
  func willCompile() throws(DatabaseError) {}

  /// Whether no transaction is open. The library asks SQLite each time, because SQLite may end a
  /// transaction by itself: on a full disk, an I/O error, `OR ROLLBACK` or an interrupt.
  package final var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// The number of rows that the last statement inserted, updated or deleted. Triggers and cascades
  /// are not counted.
  package final var changedRowCount: Int { Int(sqlite3_changes64(handle)) }
  /// The number of rows that all statements since the connection was opened inserted, updated or
  /// deleted, including triggers and cascades.
  final var totalChangedRowCount: Int64 { sqlite3_total_changes64(handle) }
  package final var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The wal-index of the file, which shows the newest commit of any process. Nil for a database in
  /// memory, and before the connection's first read.
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
  /// Returns the compiled statement for `sql`, with no values bound. Takes it from the cache if
  /// possible.
  package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    if let cached = cache.statement(for: sql) {
      cached.clearBindings()
      return cached
    }
    let statement = try compile(sql)
    cache.insert(statement, for: sql)
    return statement
  }

  /// Returns the compiled statement for `text`. The cache finds it by the identity of the `text`
  /// object. The parameters keep the values of the last run, so the caller must bind all of them.
  package func prepare(_ text: StatementText) throws(DatabaseError) -> Statement {
    if let cached = cache.statement(for: text) { return cached }
    let statement = try compile(text.sql)
    cache.insert(statement, for: text)
    return statement
  }

  /// Returns a compiled statement with the values of `sql` bound.
  package func prepare(_ sql: SQL) throws(DatabaseError) -> Statement {
    let statement = try prepare(sql.text)
    try statement.bind(sql.bindings)
    return statement
  }

  /// Runs `body`, and refuses every pragma compiled in it that has one of `effects`. Used for SQL
  /// that the user of the library wrote.
  ///
  /// - Throws: The errors of `body`. In `body`, `prepare` and `runScript` throw `.misuse` for a
  ///   refused pragma.
  package func refusing<Result, Failure: Error>(
    _ effects: StatementEffects,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    authorizer.refused = effects
    defer { authorizer.refused = [] }
    return try body()
  }

  /// Runs `body`. Each statement that is compiled in it records what it does to tables.
  func recordingTouches<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Empty the cache, because statements that are already compiled have recorded nothing.
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
  /// - Returns: The statement, and the offset at which it ends. Nil if only white space and
  ///   comments follow `offset`.
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
      // The length is -1, so that SQLite applies its length limit to this one statement. With a
      // length, it would apply the limit to the whole rest of the script.
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
  /// Runs one statement until it has no more rows.
  package func run(_ sql: SQL) throws(DatabaseError) {
    try prepare(sql).run()
  }

  /// Runs a script of several statements, separated by semicolons and without bound values, such as
  /// a migration. The message of an error begins with the number of the line on which the failed
  /// statement begins.
  ///
  /// - Parameter onStatement: Called with each statement before the statement runs.
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

  /// Returns all rows of a query, as copies that do not depend on the statement.
  package func rows(_ sql: SQL) throws(DatabaseError) -> [SQLiteRow] {
    try prepare(sql).rows()
  }

  /// Returns the value in the first column of the first row, or nil if the query has no row.
  package func firstValue(_ sql: SQL) throws(DatabaseError) -> SQLiteValue? {
    let statement = try prepare(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.value(at: 0) : nil
  }
}
