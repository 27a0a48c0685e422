import CSQLite

/// One connection to a database file, and the only type that speaks to SQLite.
///
/// Not `Sendable`: a connection is confined to whoever holds it. ``Database`` hands the writer to
/// the thread that has the turn, and a reader to one borrower at a time. Nothing outside this
/// module ever gets the raw handle, because a second hook or an early `close` would break every
/// promise.
package final class Connection {
  let handle: OpaquePointer
  @exclusivity(unchecked) private var cache = StatementCache(capacity: 128)
  /// Kept apart: every write runs them, and a look-up by text is a tenth of a microsecond.
  @exclusivity(unchecked) private var beginStatement: Statement?
  @exclusivity(unchecked) private var commitStatement: Statement?

  /// Rows changed by the open transaction. Only a writer has one; the preupdate hook fills it.
  let changeLog: ChangeLog?

  /// What the authorizer has seen since the current `prepare` began.
  let authorizer = Authorizer()

  /// The file as it was when it was opened without locks, because nobody had it open; nil where
  /// SQLite's locks keep what is read whole. Set once, when the connection is opened.
  var unlockedState: DatabaseLocation.FileState?

  /// A statement has changed the schema since it was last decided whether to trust it.
  var isTrustStale = false

  /// Whether the last COMMIT has written anything to the file.
  @exclusivity(unchecked) var lastCommitWrote = false

  /// Logs the commits of a writer for those who follow the file.
  let commitLogger = CommitLogger()
  /// Changed by ``recordChanges(_:)`` only.
  var changeRecording = ChangeRecording.always
  /// Whether every changed row is seen. Decided by `changeRecording` at each transaction.
  var isRecordingChanges = true

  /// Nil until it is first asked for, and where there is none.
  @exclusivity(unchecked) private var knownWALIndex: WALIndex?

  /// The pages of the log after the last commit of this connection that wrote something.
  @exclusivity(unchecked) var logFrameCount = 0
  var checkpoints = CheckpointSchedule()

  /// The turn among those who write to the file; nil in memory, and for those who only read.
  @exclusivity(unchecked) var processTurn: ProcessTurn?

  /// Whether what writes belongs to a transaction: from ``beginWrite()`` to its end, also where
  /// SQLite has ended it by itself meanwhile.
  @exclusivity(unchecked) var isWriting = false

  /// How long a statement waits for the locks of others.
  var busyTimeout: Duration = .zero

  /// Shared by the connections of a database.
  private let counter: StatementCounter

  init(handle: OpaquePointer, changeLog: ChangeLog?, counter: StatementCounter) {
    self.handle = handle
    self.counter = counter
    self.changeLog = changeLog
    // The order matters: a DELETE prepared before the hook exists is compiled to truncate the table
    // without a word (https://sqlite.org/lang_delete.html#the_truncate_optimization).
    if let changeLog {
      changeLog.install(on: handle)
      installWALHook()
    }
    authorizer.install(on: handle)
  }

  deinit {
    cache.removeAll()
    (beginStatement, commitStatement) = (nil, nil)
    knownWALIndex?.invalidate()
    closeInTurn()
  }

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

  /// The compiled statement for a text that is known by its object. Its parameters hold what was
  /// bound last: bind all of them.
  package func prepare(_ text: StatementText) throws(DatabaseError) -> Statement {
    if let cached = cache.statement(for: text) { return cached }
    let statement = try compile(text.sql)
    cache.insert(statement, for: text)
    return statement
  }

  /// Runs `body`, in which a pragma with one of these effects is not compiled: for SQL that a user
  /// wrote.
  ///
  /// - Throws: What `body` throws, `.misuse` from `prepare` and `runScript` in it.
  package func refusing<Result, Failure: Error>(
    _ effects: StatementEffects,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    authorizer.refused = effects
    defer { authorizer.refused = [] }
    return try body()
  }

  /// Runs `body`, in which every statement that is compiled tells what it does to tables.
  func recordingTouches<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // One that was compiled before tells nothing.
    dropCachedStatements()
    authorizer.recordsTouches = true
    defer { authorizer.recordsTouches = false }
    return try body()
  }

  /// A compiled statement with its values bound.
  package func prepare(_ sql: SQL) throws(DatabaseError) -> Statement {
    let statement = try prepare(sql.text)
    try statement.bind(sql.bindings)
    return statement
  }

  /// Runs one statement to its end.
  package func run(_ sql: SQL) throws(DatabaseError) {
    try prepare(sql).run()
  }

  /// Runs several statements separated by semicolons, without bound values: a migration's text.
  /// `onStatement` sees each one before it runs. An error names the line on which its statement
  /// begins.
  package func runScript(_ script: String, onStatement: (Statement) throws(DatabaseError) -> Void)
    throws(DatabaseError)
  {
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
        cause: error
      )
    }
  }

  /// Begins a transaction with the right to write. Call with the turn: ``beginWrite()``.
  func begin() throws(DatabaseError) {
    if beginStatement == nil { beginStatement = try compile("BEGIN IMMEDIATE") }
    try beginStatement?.run()
  }

  /// Ends the transaction for good.
  func commit() throws(DatabaseError) {
    lastCommitWrote = false
    if commitStatement == nil { commitStatement = try compile("COMMIT") }
    try commitStatement?.run()
    isWriting = false
  }

  /// All rows of a query, copied.
  package func rows(_ sql: SQL) throws(DatabaseError) -> [Row] {
    let statement = try prepare(sql)
    return try rows(of: statement)
  }

  /// All rows of a statement that is bound and not running.
  func rows(of statement: Statement) throws(DatabaseError) -> [Row] {
    defer { statement.reset() }
    let columns = (0..<statement.columnCount).map { statement.columnName($0) }
    var rows: [Row] = []
    while try statement.step() {
      rows.append(Row(columns: columns, values: statement.row()))
    }
    return rows
  }

  /// The first column of the first row, or nil where there is no row.
  package func firstValue(_ sql: SQL) throws(DatabaseError) -> SQLiteValue? {
    let statement = try prepare(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.value(at: 0) : nil
  }

  /// The number of rows that the last statement inserted, updated or deleted itself.
  package var changedRowCount: Int { Int(sqlite3_changes64(handle)) }
  /// The same of all statements since the connection was opened, triggers and cascades included.
  var totalChangedRowCount: Int64 { sqlite3_total_changes64(handle) }
  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// False while a transaction is open. SQLite may end one by itself (disk full, I/O error,
  /// `OR ROLLBACK`, interrupt), so this is asked after every failure instead of being remembered.
  package var isAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Where the newest commit of anybody's can be seen; nil in memory, and before the first read.
  var walIndex: WALIndex? {
    if knownWALIndex == nil { knownWALIndex = WALIndex(self) }
    return knownWALIndex
  }

  func dropCachedStatements() {
    cache.removeAll()
  }
}

extension Connection {
  private func compile(_ sql: String) throws(DatabaseError) -> Statement {
    let source = try SQLSource(sql)
    guard let (statement, end) = try compileFirst(of: source, from: 0) else {
      throw DatabaseError(.invalidSQL, "The SQL has no statement in it.", sql: sql)
    }
    guard try compileFirst(of: source, from: end) == nil else {
      throw DatabaseError(
        .invalidSQL,
        "The SQL holds more than one statement.",
        remedy: "Run one at a time.",
        sql: sql
      )
    }
    return statement
  }

  /// Compiles the first statement behind `offset` and returns it with where it ends; nil where only
  /// white space and comments are left.
  private func compileFirst(
    of source: SQLSource,
    from offset: Int
  ) throws(DatabaseError) -> (Statement, Int)? {
    var pointer: OpaquePointer?
    var end = source.count
    if isTrustStale { try decideTrust() }
    authorizer.reset()
    let result = source.withCString { start -> Int32 in
      var tail: UnsafePointer<CChar>?
      // Without a length SQLite applies its limit to the statement and not to all that is left.
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
      connection: self
    )
    return (statement, end)
  }
}

extension Connection {
  /// - Throws: `.interrupted` for one that writes where SQLite has ended the open write by itself:
  ///   it would be a transaction of its own, kept whatever becomes of the write.
  func statementWillRun(_ statement: Statement) throws(DatabaseError) {
    statement.isInsideWrite = isWriting && !isAutocommit
    if isWriting, !statement.isInsideWrite, !statement.isReadOnly { throw .transactionHasEnded }
    counter.statementWillRun(statement)
    changeLog?.statementWillRun(statement)
  }

  /// - Throws: `.outOfMemory` where SQLite has undone the open write without saying so.
  func statementDidFinish(_ statement: Statement) throws(DatabaseError) {
    if statement.effects.changesSchema { isTrustStale = changeLog != nil }
    changeLog?.statementDidFinish(statement)
    let wasUndone = statement.isInsideWrite && isWriting && isAutocommit
    if wasUndone, !statement.effects.contains(.transaction) { throw .transactionWasUndone }
  }

  func statementDidFail(_ statement: Statement) {
    changeLog?.statementDidFail(statement)
  }
}
