import StateGraphSQLite

extension TestDatabase {
  /// Runs `body`, and returns the SQL statements that ran on the database meanwhile.
  ///
  /// ```swift
  /// let cost = try db.statements { feed.show() }
  /// #expect(cost.reads.isAtMost(3))
  /// ```
  ///
  /// If the expectation fails, its message shows each statement, how often it ran, and its plan.
  /// The statements of other threads during the call are included.
  ///
  /// - Parameter body: The code under test.
  /// - Throws: The errors of `body`.
  public func statements(_ body: () throws -> Void) throws -> StatementRecord {
    let database = try database
    let recorder = database.statementCounter.recorder
    let start = recorder.begin()
    let outcome = Result { try body() }
    let runs = recorder.end(from: start)
    try outcome.get()
    return StatementRecord(runs) { database.plan(of: $0) }
  }

  /// Runs asynchronous code, and returns the SQL statements that ran on the database meanwhile.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the test. Leave the default.
  ///   - body: The code under test.
  /// - Throws: The errors of `body`.
  public func statements(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
  ) async throws -> StatementRecord {
    let database = try database
    let recorder = database.statementCounter.recorder
    let start = recorder.begin()
    do {
      try await body()
    } catch {
      _ = recorder.end(from: start)
      throw error
    }
    return StatementRecord(recorder.end(from: start)) { database.plan(of: $0) }
  }
}

extension Database {
  /// Returns the steps by which SQLite runs a statement, as EXPLAIN QUERY PLAN describes them.
  /// Empty if SQLite returns no plan.
  func plan(of sql: String) -> [String] {
    // No values are bound to the parameters, so they are NULL. This does not change the plan.
    let rows = try? write { try withWriter { try $0.prepare("EXPLAIN QUERY PLAN " + sql).rows() } }
    return (rows ?? []).compactMap { row in
      if case .text(let step)? = row["detail"] { step } else { nil }
    }
  }
}
