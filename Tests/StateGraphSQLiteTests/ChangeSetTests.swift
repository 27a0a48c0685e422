import CSQLite
import TestSupport
import Testing

@testable import StateGraphSQLite

/// One transaction and its expected change set. A statement that begins with `!` must fail, and the
/// transaction continues after it.
struct Scenario: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let statements: [String]
  let expected: [String]
  var failsAtCommit = false

  init(
    _ name: String,
    _ statements: [String],
    _ expected: [String],
    failsAtCommit: Bool = false
  ) {
    testDescription = name
    self.statements = statements
    self.expected = expected
    self.failsAtCommit = failsAtCommit
  }
}

@Suite struct ChangeSetTests {
  static let schema: [SQL] = [
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE, b INTEGER CHECK (b < 1000))",
    "INSERT INTO t VALUES (1, 'x', 10), (2, 'y', 20), (3, 'z', 30)",
    "CREATE TABLE w (a TEXT, b INTEGER, v TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID",
    "INSERT INTO w VALUES ('p', 1, 'one'), ('q', 2, 'two')",
    "CREATE TABLE n (v TEXT)",
    "INSERT INTO n VALUES ('a'), ('b')",
    "CREATE TABLE p (id INTEGER PRIMARY KEY)",
    "INSERT INTO p VALUES (1), (2)",
    """
    CREATE TABLE c (id INTEGER PRIMARY KEY,
      d INTEGER REFERENCES p ON DELETE CASCADE ON UPDATE CASCADE,
      s INTEGER REFERENCES p ON DELETE SET NULL,
      f INTEGER REFERENCES p DEFERRABLE INITIALLY DEFERRED)
    """,
    "INSERT INTO c VALUES (1, 1, NULL, NULL), (2, NULL, 2, NULL)",
    "CREATE TABLE g (id INTEGER PRIMARY KEY, a INTEGER, v AS (a * 2), s AS (a * 3) STORED, z TEXT)",
    "INSERT INTO g VALUES (1, 5, 'end')",
    "CREATE TABLE r (id INTEGER PRIMARY KEY, x REAL, y NUMERIC, z TEXT)",
    "CREATE TABLE k (k TEXT COLLATE NOCASE PRIMARY KEY, v TEXT)",
    "INSERT INTO k VALUES ('a', 'v')",
    "CREATE TABLE o (rowid TEXT, v TEXT)",
    "INSERT INTO o VALUES ('r', 'v')",
    "CREATE TABLE u (id INTEGER PRIMARY KEY)",
    "CREATE TABLE tr (id INTEGER PRIMARY KEY, n INTEGER)",
    "INSERT INTO tr VALUES (1, 1)",
    "CREATE TRIGGER tr_after AFTER UPDATE OF n ON tr BEGIN INSERT INTO p VALUES (new.n + 100); END",
    """
    CREATE TRIGGER tr_before BEFORE UPDATE OF n ON tr WHEN new.n < 100
      BEGIN UPDATE tr SET n = 500 WHERE id = old.id; END
    """,
    "CREATE VIEW vw AS SELECT id FROM p",
    "CREATE TRIGGER vw_ins INSTEAD OF INSERT ON vw BEGIN INSERT INTO p VALUES (new.id); END",
  ]

  static let watched = ["t", "w", "n", "p", "c", "g", "r", "k", "o", "tr"]

  @Test(arguments: ordinaryScenarios + conflictScenarios + undoScenarios + shapeScenarios)
  func `a commit reports the net changes`(scenario: Scenario) throws {
    let watched = try WatchedDatabase(ChangeSetTests.schema, watching: ChangeSetTests.watched)
    let body = {
      try watched.database.write {
        for text in scenario.statements {
          if text.hasPrefix("!") {
            let sql = SQL.raw(String(text.dropFirst()))
            #expect(throws: DatabaseError.self) { try watched.database.execute(sql) }
          } else {
            try watched.database.execute(.raw(text))
          }
        }
      }
    }
    if scenario.failsAtCommit {
      #expect(throws: DatabaseError.self) { try body() }
      #expect(watched.commits.events.elements == ["begin", "rollback", "end"])
      #expect(watched.commits.changeSets.elements.isEmpty)
    } else {
      try body()
      #expect(watched.commits.changeSets.elements.map(\.lines) == [scenario.expected])
      #expect(watched.commits.events.elements == ["begin", "commit", "end"])
    }
    // Nothing is left for the next transaction to report.
    _ = watched.commits.changeSets.drain()
    try watched.database.write {}
    #expect(watched.commits.changeSets.elements.map(\.lines) == [[]])
  }

  @Test func `a row from before ADD COLUMN DEFAULT is never passed over`() throws {
    for column in [
      "y INTEGER DEFAULT 42", "y INTEGER NOT NULL DEFAULT 42", "y TEXT DEFAULT 'q'",
      // The old rows have 1.10, 1e2 and 1, which new rows of SQLite before 3.47 do not have.
      "y TEXT NOT NULL DEFAULT 1.10", "y NOT NULL DEFAULT 1e2", "y TEXT NOT NULL DEFAULT TRUE",
    ] {
      for change in ["SET x = 2", "SET y = NULL", "SET y = 7"] {
        if column.contains("NOT NULL"), change.contains("NULL") { continue }
        let watched = try WatchedDatabase(
          [
            "CREATE TABLE t (id INTEGER PRIMARY KEY, x)", "INSERT INTO t VALUES (1, 1), (2, 1)",
            .raw("ALTER TABLE t ADD COLUMN \(column)"),
          ],
          watching: ["t"]
        )
        try watched.database.execute(.raw("UPDATE t \(change) WHERE id = 1"))
        // SQLite 3.40.1 reports NULL as the old value of y
        // (<https://sqlite.org/src/info/964f48fe05>).
        #expect(watched.commits.changeSets.elements.last?.isEmpty == false, "\(column), \(change)")
        let kept = try watched.values("SELECT y FROM t WHERE id = 2")[0][0]
        try watched.database.execute("DELETE FROM t WHERE id = 2")
        let old = watched.commits.changeSets.elements.last?.tables["t"]
        if case .rows(let rows) = old { #expect(rows[0].old?[2] == kept, "\(column), \(change)") }
      }
    }
  }

  @Test func `rows that SQLite cannot tell apart by their key reset the table`() throws {
    let watched = try WatchedDatabase(["CREATE TABLE x (k TEXT PRIMARY KEY, v)"], watching: ["x"])
    try watched.database.execute("INSERT INTO x VALUES (NULL, 1), (NULL, 2)")
    #expect(watched.commits.changeSets.drain().last?.lines == ["x reset"])
    try watched.database.execute("INSERT INTO x VALUES (CAST(x'ff' AS TEXT), 1)")
    #expect(watched.commits.changeSets.drain().last?.lines == ["x reset"])
    try watched.database.execute("INSERT INTO x VALUES ('k', 1)")
    #expect(watched.commits.changeSets.drain().last?.lines == ["x 'k': none -> ('k', 1)"])
  }

  @Test func `a virtual column before the key does not shift the values`() throws {
    let watched = try WatchedDatabase(
      ["CREATE TABLE x (v AS (a + 1), id INTEGER PRIMARY KEY, a INTEGER)"],
      watching: ["x"]
    )
    try watched.database.execute("INSERT INTO x (id, a) VALUES (7, 70)")
    // Before SQLite 3.49, the hook mistakes the number of the key's column.
    let isShifted = sqlite3_libversion_number() < 3_049_000
    let line = isShifted ? "x reset" : "x 7: none -> (71, 7, 70)"
    #expect(watched.commits.changeSets.drain().last?.lines == [line])
  }

  @Test func `tables whose names Swift holds equal are two tables`() throws {
    let watched = try WatchedDatabase(
      [
        "CREATE TABLE \"\u{e9}\" (id INTEGER PRIMARY KEY)",
        "CREATE TABLE \"e\u{301}\" (id INTEGER PRIMARY KEY, x)",
      ],
      watching: ["\u{e9}", "e\u{301}"]
    )
    try watched.database.write {
      try watched.database.execute("INSERT INTO \"\u{e9}\" VALUES (1)")
      try watched.database.execute("INSERT INTO \"e\u{301}\" VALUES (2, 3)")
    }
    let lines = watched.commits.changeSets.elements.last?.lines ?? []
    let expected = ["\u{e9} 1: none -> (1)", "e\u{301} 2: none -> (2, 3)"]
    #expect(lines.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test func `a table that is watched from the middle of a transaction is reset`()
    throws
  {
    let watched = try WatchedDatabase(ChangeSetTests.schema)
    try watched.database.write {
      try watched.database.execute("UPDATE t SET b = 11 WHERE id = 1")
      try watched.watch("t")
      try watched.database.execute("UPDATE t SET b = 10 WHERE id = 1")
    }
    // Reported row by row, the change would be "11 -> 10", although the row in the file is
    // unchanged.
    #expect(watched.commits.changeSets.elements.map(\.lines) == [["t reset"]])
  }

  @Test func `more rows than it pays to remember reset the table`() throws {
    let watched = try WatchedDatabase(ChangeSetTests.schema, watching: ["n", "t"])
    try watched.database.write {
      try watched.database.execute("UPDATE t SET b = 11 WHERE id = 1")
      try watched.database.execute(
        """
        INSERT INTO n WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c
          WHERE i <= \(RememberedRowLimit.standard.rowsPerTable)) SELECT i FROM c
        """
      )
    }
    #expect(
      watched.commits.changeSets.drain().map(\.lines) == [
        ["n reset", "t 1: (1, 'x', 10) -> (1, 'x', 11)"]
      ]
    )
    try watched.database.execute("INSERT INTO n VALUES ('after')")
    #expect(watched.commits.changeSets.elements.first?.lines.count == 1)
  }

  @Test func `after ALTER TABLE the next commits have the new columns`() throws {
    let watched = try WatchedDatabase(ChangeSetTests.schema, watching: ["t"])
    try watched.database.execute("ALTER TABLE t DROP COLUMN b")
    #expect(watched.commits.changeSets.drain().last?.schemaChanged == true)
    try watched.database.execute("ALTER TABLE t ADD COLUMN q TEXT")
    try watched.database.execute("UPDATE t SET q = 'new' WHERE id = 1")
    #expect(
      watched.commits.changeSets.drain().last?.lines == ["t 1: (1, 'x', NULL) -> (1, 'x', 'new')"]
    )
  }
}
