import CSQLite

/// A compiled SQL statement, which can run several times with different values. Only the thread
/// that holds the statement's connection may use it.
package final class Statement {
  package let sql: String
  /// The effects of the statement besides reading and changing rows, such as a schema change.
  ///
  /// SQLite's authorizer reported these effects when SQLite compiled the statement.
  package let effects: StatementEffects
  /// One element for each change that the statement makes to a table or column, such as dropping
  /// it.
  ///
  /// Empty unless the statement was compiled inside ``Connection/recordingTouches(_:)``.
  let touches: [StatementTouch]
  /// The tables that the triggers write which the statement fires. Empty in the same case.
  let triggerWrites: [TriggerWrite]
  let handle: OpaquePointer
  private let monitor: StatementMonitor

  /// Whether the statement is running: it has made a step and is not reset yet.
  ///
  /// The statement cache does not return a running statement.
  @exclusivity(unchecked) package private(set) var isRunning = false

  /// The position in the ``ChangeLog`` at which this run began.
  ///
  /// If the statement fails, the rows that were changed after this position are read again.
  var changeMark = 0
  /// Whether a list is bound to a parameter. If true, the end of the run removes all bound values,
  /// because a cached statement would otherwise keep a large list in memory.
  @exclusivity(unchecked) var hasBoundLists = false
  /// The table that the statement changes, if it is an `UPDATE OR REPLACE`, or nil for any other
  /// statement. Determined at the first access, because only statements of the user are checked.
  private(set) lazy var replacingUpdate = ReplacingUpdate(sql)

  /// Whether this run began inside a write transaction.
  ///
  /// Only ``WriterStatementMonitor`` uses this property.
  var isInsideWrite = false

  init(
    handle: OpaquePointer,
    sql: String,
    effects: StatementEffects,
    touches: [StatementTouch],
    triggerWrites: [TriggerWrite],
    monitor: StatementMonitor
  ) {
    self.handle = handle
    self.sql = sql
    self.effects = effects
    self.touches = touches
    self.triggerWrites = triggerWrites
    self.monitor = monitor
  }

  deinit {
    sqlite3_finalize(handle)
  }

  package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }
  /// Whether the statement begins with EXPLAIN.
  var isExplanation: Bool { sqlite3_stmt_isexplain(handle) != 0 }
  package var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }
  package var columnCount: Int { Int(sqlite3_column_count(handle)) }

  package func columnName(_ index: Int) -> String {
    sqlite3_column_name(handle, Int32(index)).map { String(cString: $0) } ?? ""
  }

  /// Advances to the next row. Returns false after the last row.
  ///
  /// After the last row or an error, the statement is reset and can be run again.
  package func step() throws(DatabaseError) -> Bool {
    if !isRunning {
      try monitor.statementWillRun(self)
      isRunning = true
    }
    let result = sqlite3_step(handle)
    if let called = monitor.standIns?.takeCalled() { throw missing(collation: called) }
    switch result {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      reset()
      try monitor.statementDidFinish(self)
      return false
    case let failure:
      let error = DatabaseError.sqlite(failure, on: sqlite3_db_handle(handle), sql: sql)
      reset()
      monitor.statementDidFail(self)
      throw error
    }
  }

  /// Ends the run, and returns the error for a comparison that only another program can make.
  private func missing(collation: String) -> DatabaseError {
    reset()
    monitor.statementDidFail(self)
    let missing = MissingExtension(collation: collation)
    return missing.error(on: sqlite3_db_handle(handle), extendedCode: nil, sql: sql)
  }

  /// Runs the statement to its end and discards its rows.
  package func run() throws(DatabaseError) {
    while try step() {}
  }

  /// Ends the run, even if not all rows were read. SQLite can then end the read transaction of the
  /// run.
  ///
  /// The values stay bound. If one of them is a list, all values are removed instead.
  package func reset() {
    sqlite3_reset(handle)
    isRunning = false
    guard hasBoundLists else { return }
    hasBoundLists = false
    sqlite3_clear_bindings(handle)
  }

  /// Runs the statement and returns copies of all rows.
  ///
  /// All values must be bound, and the statement must not be running.
  package func rows() throws(DatabaseError) -> [SQLiteRow] {
    defer { reset() }
    var columns: [String] = []
    var rows: [SQLiteRow] = []
    while try step() {
      // After a change of the schema, the first step compiles the statement again, and the result
      // may have other columns. The column names are therefore read after this step.
      if rows.isEmpty { columns = (0..<columnCount).map { columnName($0) } }
      rows.append(SQLiteRow(columns: columns, values: row()))
    }
    return rows
  }
}
