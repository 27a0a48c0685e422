import CSQLite

/// A prepared statement. Only the thread that holds its connection may use it.
package final class Statement {
  package let sql: String
  /// The effects that the authorizer saw while SQLite compiled the statement.
  package let effects: StatementEffects
  /// The tables that the statement changes; empty unless the connection recorded them when it
  /// compiled the statement.
  let touches: [StatementTouch]
  let handle: OpaquePointer
  private let monitor: StatementMonitor

  /// True from the first step until reset. The statement cache does not hand out a running
  /// statement.
  @exclusivity(unchecked) private(set) var isRunning = false

  /// The position of the change log when this run began. Owned by the change log.
  var changeMark = 0
  /// Whether this run began inside a write. Owned by the monitor of the writer.
  var isInsideWrite = false

  init(
    handle: OpaquePointer,
    sql: String,
    effects: StatementEffects,
    touches: [StatementTouch],
    monitor: StatementMonitor
  ) {
    self.handle = handle
    self.sql = sql
    self.effects = effects
    self.touches = touches
    self.monitor = monitor
  }

  deinit {
    sqlite3_finalize(handle)
  }

  package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }
  package var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }
  package var columnCount: Int { Int(sqlite3_column_count(handle)) }

  package func columnName(_ index: Int) -> String {
    sqlite3_column_name(handle, Int32(index)).map { String(cString: $0) } ?? ""
  }

  /// Advances to the next row. After false or an error the statement is reset and reusable.
  package func step() throws(DatabaseError) -> Bool {
    if !isRunning {
      try monitor.statementWillRun(self)
      isRunning = true
    }
    switch sqlite3_step(handle) {
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

  /// Runs the statement to its end and discards its rows.
  package func run() throws(DatabaseError) {
    while try step() {}
  }

  /// Ends a run early, which also ends the snapshot that the run reads. Bound values stay.
  package func reset() {
    sqlite3_reset(handle)
    isRunning = false
  }

  /// Returns all rows of a statement that is bound and not running, copied.
  package func rows() throws(DatabaseError) -> [SQLiteRow] {
    defer { reset() }
    let columns = (0..<columnCount).map { columnName($0) }
    var rows: [SQLiteRow] = []
    while try step() { rows.append(SQLiteRow(columns: columns, values: row())) }
    return rows
  }
}
