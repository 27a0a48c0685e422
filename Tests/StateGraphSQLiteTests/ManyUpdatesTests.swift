import TestSupport
import Testing

@testable import StateGraphSQLite

/// Updates of more rows than a change set remembers, with a small limit: the updated columns.
@Suite struct ManyUpdatesTests {
  /// A transaction over a table with one row too many, and the expected columns; nil if any column
  /// may have changed.
  struct Scenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let statements: [SQL]
    /// A statement that runs after the other statements and is rolled back.
    var undone: SQL?
    let columns: [Int]?

    init(_ statements: SQL..., undone: SQL? = nil, columns: [Int]?) {
      testDescription = statements.map(\.text).joined(separator: "; ")
      (self.statements, self.undone, self.columns) = (statements, undone, columns)
    }
  }

  static let scenarios = [
    Scenario("UPDATE big SET b = b + 1", columns: [2]),
    Scenario("UPDATE big SET a = a || 'x', c = 5", columns: [1, 3]),
    Scenario("UPDATE big SET b = b, c = 1", columns: []),
    Scenario("UPDATE big SET b = b + 1", "UPDATE big SET c = 2 WHERE id = 1", columns: [2, 3]),
    Scenario("UPDATE big SET c = 2 WHERE id = 1", "UPDATE big SET b = b + 1", columns: [2, 3]),
    // A column with its old value may be reported as changed, but never the other way round.
    Scenario("UPDATE big SET b = b + 1", "UPDATE big SET b = b - 1", columns: [2]),
    Scenario("UPDATE big SET b = id % 7 WHERE id > 9", columns: [2]),
    Scenario("UPDATE big SET b = b + 1", "INSERT INTO big VALUES (0, 'x', 1, 1)", columns: nil),
    Scenario("INSERT INTO big VALUES (0, 'x', 1, 1)", "UPDATE big SET b = b + 1", columns: nil),
    Scenario("UPDATE big SET b = b + 1", "DELETE FROM big WHERE id = 1", columns: nil),
    Scenario("DELETE FROM big WHERE id = 1", "UPDATE big SET b = b + 1", columns: nil),
    Scenario("UPDATE big SET b = b + 1", "UPDATE big SET id = -id WHERE id = 7", columns: nil),
    Scenario("UPDATE big SET id = -id", columns: nil),
    Scenario("REPLACE INTO big SELECT id, a, b + 1, c FROM big", columns: nil),
    Scenario(
      "UPDATE big SET b = b + 1",
      undone: "UPDATE big SET a = 'x' WHERE id = 3",
      columns: nil
    ),
  ]

  @Test(arguments: scenarios)
  func `a commit of more updates than are remembered tells their columns`(_ scenario: Scenario)
    throws
  {
    let watched = try WatchedDatabase(
      [
        "CREATE TABLE big (id INTEGER PRIMARY KEY, a TEXT, b INTEGER, c REAL)",
        """
        INSERT INTO big
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
          WHERE i < 50)
        SELECT i, 'a', i, 1 FROM n
        """,
      ]
    )
    let table = try #require(try watched.database.table("big"))
    try watched.database.watch(table).rowLimit = RememberedRowLimit(rowsPerTable: 30)
    struct Undone: Error {}
    try watched.database.write {
      for statement in scenario.statements { try watched.database.execute(statement) }
      try? watched.database.write {
        guard let undone = scenario.undone else { return }
        try watched.database.execute(undone)
        throw Undone()
      }
    }
    let changes = watched.commits.changeSets.elements.last?.tables["big"]
    switch (changes, scenario.columns) {
    case (.updates(let columns), let expected?): #expect(columns == ColumnMask(expected))
    case (.reset, nil): break
    default: Issue.record("\(watched.commits.changeSets.elements.last?.lines ?? [])")
    }
    // The next commit is reported row by row again.
    try watched.database.execute("UPDATE big SET b = -5 WHERE id IN (2, -2)")
    #expect(watched.commits.changeSets.elements.last?.lines.count == 1)
  }
}
