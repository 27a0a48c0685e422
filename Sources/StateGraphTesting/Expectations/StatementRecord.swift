import StateGraphSQLite

/// The statements that a piece of code has run, and how often.
///
/// Statements of the library about the schema, and BEGIN, COMMIT and ROLLBACK, are left out.
public struct StatementRecord: Sendable, CustomStringConvertible {
  /// A statement, and how often it ran.
  public struct Entry: Sendable, Hashable {
    /// The SQL text, with `?` in place of each bound value.
    public let sql: String
    /// The number of runs.
    public let count: Int
    /// The steps by which SQLite finds the rows, one for each line. Empty for a statement that
    /// writes. A step that begins with `SCAN` reads all rows of a table or an index.
    public let plan: [String]
  }

  /// The runs of statements that only read, in the order of their first run.
  public let reads: Statements
  /// The runs of statements that change rows or the schema, in the order of their first run.
  public let writes: Statements

  /// Statements of one kind.
  public struct Statements: Sendable, Hashable, CustomStringConvertible {
    /// The different statements.
    public let entries: [Entry]
    /// The number of runs of all statements. A statement that runs twice counts twice.
    public var count: Int { entries.reduce(0) { $0 + $1.count } }

    /// Returns whether no more than `limit` statements ran.
    ///
    /// A failed `#expect(cost.reads.isAtMost(3))` shows the statements, unlike a comparison of
    /// ``count``.
    public func isAtMost(_ limit: Int) -> Bool { count <= limit }

    /// The statements for people: the number of runs, the SQL and the plan of each.
    public var description: String {
      let lines = entries.flatMap { entry in
        ["\(entry.count) × \(entry.sql)"] + entry.plan.map { "    \($0)" }
      }
      return lines.isEmpty ? "no statements" : lines.joined(separator: "\n")
    }
  }

  init(_ runs: [StatementRecorder.Run], plan: (String) -> [String]) {
    let own = runs.filter { !Self.isOfLibrary($0.sql) }
    reads = Self.statements(own.filter(\.isRead), plan: plan)
    writes = Self.statements(own.filter { !$0.isRead }) { _ in [] }
  }

  private static func statements(
    _ runs: [StatementRecorder.Run],
    plan: (String) -> [String]
  ) -> Statements {
    var counts: [String: Int] = [:]
    var texts: [String] = []
    for run in runs {
      if counts[run.sql] == nil { texts.append(run.sql) }
      counts[run.sql, default: 0] += 1
    }
    return Statements(
      entries: texts.map { Entry(sql: $0, count: counts[$0] ?? 0, plan: plan($0)) }
    )
  }

  private static func isOfLibrary(_ sql: String) -> Bool {
    ["sqlite_schema", "pragma_", "PRAGMA ", "stategraph_", "EXPLAIN QUERY PLAN"]
      .contains { sql.contains($0) }
  }

  /// The statements for people: the number of runs, the SQL and the plan of each.
  public var description: String {
    Statements(entries: reads.entries + writes.entries).description
  }
}
