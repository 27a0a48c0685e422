import CSQLite

/// One prepared statement. Confined, like its connection, to whoever holds the connection.
package final class Statement {
  package let sql: String
  /// What the authorizer learned while the statement was compiled.
  package let effects: StatementEffects
  /// What it does to tables, where the connection was recording that when it was compiled.
  let touches: [StatementTouch]
  let handle: OpaquePointer
  private unowned let connection: Connection

  /// True from the first step until reset, so that the cache does not hand it out twice.
  @exclusivity(unchecked) private(set) var isRunning = false

  /// The change log's position when this run began. Owned by the change log.
  var changeMark = 0
  /// Whether this run began inside a write. Owned by the connection.
  var isInsideWrite = false

  init(
    handle: OpaquePointer,
    sql: String,
    effects: StatementEffects,
    touches: [StatementTouch],
    connection: Connection
  ) {
    self.handle = handle
    self.sql = sql
    self.effects = effects
    self.touches = touches
    self.connection = connection
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
      try connection.statementWillRun(self)
      isRunning = true
    }
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      reset()
      try connection.statementDidFinish(self)
      return false
    case let failure:
      let error = DatabaseError.sqlite(failure, on: connection.handle, sql: sql)
      reset()
      connection.statementDidFail(self)
      throw error
    }
  }

  /// Runs the statement to its end and drops its rows.
  package func run() throws(DatabaseError) {
    while try step() {}
  }

  /// Ends a run early and lets go of the snapshot it held. Bound values stay.
  package func reset() {
    sqlite3_reset(handle)
    isRunning = false
  }
}
