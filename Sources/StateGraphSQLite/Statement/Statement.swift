import CSQLite

/// A prepared statement. Only the thread that holds its connection may use it.
package final class Statement {
  package let sql: String
  /// The effects of the statement that SQLite's authorizer reported while SQLite compiled it.
  package let effects: StatementEffects
  /// The tables that the statement changes. Empty unless the connection recorded them while
  /// compiling the statement.
  let touches: [StatementTouch]
  let handle: OpaquePointer
  private let monitor: StatementMonitor

  /// True from the first step until the statement is reset. The statement cache does not return a
  /// running statement.
  @exclusivity(unchecked) private(set) var isRunning = false

  /// The position in the change log at which this run began. Only the change log uses it.
  var changeMark = 0
  /// Whether this run began inside a write transaction. Only the writer's monitor uses it.
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

  /// Advances to the next row. After it returned false or threw, the statement is reset and can be
  /// used again.
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

  /// Ends a run before its last row, and with it the snapshot that the run reads. Bound values
  /// stay.
  package func reset() {
    sqlite3_reset(handle)
    isRunning = false
  }

  /// Returns copies of all rows. The statement must be bound and not running.
  package func rows() throws(DatabaseError) -> [SQLiteRow] {
    defer { reset() }
    let columns = (0..<columnCount).map { columnName($0) }
    var rows: [SQLiteRow] = []
    while try step() { rows.append(SQLiteRow(columns: columns, values: row())) }
    return rows
  }
}
