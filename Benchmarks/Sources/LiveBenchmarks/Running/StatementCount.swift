import CStatementCounter

/// How many statements the connections of both sides run, as SQLite itself counts them.
struct StatementCount {
  /// Statements that read rows.
  let selects: Int
  /// All of them, BEGIN and COMMIT too.
  let all: Int

  /// Follows every connection that is opened from now on.
  static func install() {
    let result = statement_counter_install()
    precondition(result == 0, "SQLite refused to be counted: \(result)")
  }

  /// Counts what runs until `body` returns. No other thread may be using a connection before or
  /// after.
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
