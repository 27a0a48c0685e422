import StateGraphSQLite

/// The SQL statements that a piece of code has run, and how often each ran. `statements` of
/// ``TestDatabase`` returns it.
///
/// BEGIN, COMMIT and ROLLBACK, and the statements with which the library reads the schema, are left
/// out.
public struct StatementRecord: Sendable, CustomStringConvertible {
  /// A statement of a record, and how often it ran.
  public struct Entry: Sendable, Hashable {
    /// The SQL text, with `?` in place of each bound value.
    public let sql: String
    /// How often the statement ran.
    public let count: Int
    /// The steps by which SQLite finds the rows, one for each line. Empty for a statement that
    /// writes. A step that begins with `SCAN` reads all rows of a table or an index.
    public let plan: [String]
  }

  /// The statements that read but change nothing, in the order in which they first ran.
  public let reads: Statements
  /// The statements that change rows or the schema, in the order in which they first ran.
  public let writes: Statements

  /// The statements of a record that read, or those that write.
  public struct Statements: Sendable, Hashable, CustomStringConvertible {
    /// One element for each different SQL text.
    public let entries: [Entry]
    /// The number of runs of all statements. A statement that runs twice counts twice.
    public var count: Int { entries.reduce(0) { $0 + $1.count } }

    /// Returns whether statements of this kind ran at most `limit` times.
    ///
    /// If `#expect(cost.reads.isAtMost(3))` fails, its message shows the statements. The message of
    /// `#expect(cost.reads.count <= 3)` shows a number alone.
    public func isAtMost(_ limit: Int) -> Bool { count <= limit }

    /// The statements as text for messages: for each statement, how often it ran, its SQL and its
    /// plan.
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

  /// All statements as text for messages: for each statement, how often it ran, its SQL and its
  /// plan.
  public var description: String {
    Statements(entries: reads.entries + writes.entries).description
  }
}
