import CStatementCounter

/// The number of statements that the connections of all sides run, as SQLite counts them.
struct StatementCount {
  /// The number of statements that read rows.
  let selects: Int
  /// The number of all statements, also BEGIN and COMMIT.
  let all: Int

  /// Traces the connections that are opened after this call.
  static func install() {
    let result = statement_counter_install()
    precondition(result == 0, "SQLite refused the trace: \(result)")
  }

  /// Counts the statements that run until `body` returns. No other thread may use a connection when
  /// the counting starts or stops.
  static func during(_ body: () throws -> Void) rethrows -> StatementCount {
    statement_counter_start()
    defer { statement_counter_stop() }
    let before = statement_counter_read()
    try body()
    let after = statement_counter_read()
    return StatementCount(
      selects: Int(after.selects - before.selects),
      all: Int(after.all - before.all)
    )
  }
}
