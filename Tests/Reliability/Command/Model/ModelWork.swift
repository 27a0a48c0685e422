import StateGraphSQLite

/// One random transaction on tables with many constraints and conflicts. It has the same effect on
/// every database with the same content.
struct ModelWork {
  enum Kind: String {
    case rows, schema
    /// Writes so much that the log grows beyond the length at which it is moved to the database
    /// file.
    case bulk
  }

  /// Thrown to roll back a transaction or a nested write.
  struct Undo: Error {}

  let kind: Kind
  let seed: UInt64
  /// The number of the transaction in the journal table.
  let number: Int

  static let schema: [SQL] = [
    "CREATE TABLE journal (number INTEGER PRIMARY KEY)",
    "CREATE TABLE tally (id INTEGER PRIMARY KEY, n INTEGER NOT NULL)",
    "INSERT INTO tally VALUES (1, 0)",
    """
    CREATE TABLE t (
      id INTEGER PRIMARY KEY, a INTEGER UNIQUE, b CHECK (b <> 5),
      g AS (coalesce(a, 0) + 1) VIRTUAL
    )
    """,
    """
    CREATE TABLE w (a TEXT, b INTEGER, v, s AS (b * 2) STORED, PRIMARY KEY (a, b)) WITHOUT ROWID
    """,
    "CREATE TABLE n (v, u)",
    "CREATE TABLE k (k TEXT COLLATE NOCASE PRIMARY KEY NOT NULL, v)",
    "CREATE TABLE c (id INTEGER PRIMARY KEY, t INTEGER REFERENCES t (id) ON DELETE CASCADE)",
    "CREATE TABLE bulk (id INTEGER PRIMARY KEY, bytes BLOB)",
    "CREATE TRIGGER tr AFTER UPDATE OF b ON t WHEN new.b = 3 BEGIN DELETE FROM n WHERE u = 3; END",
  ]

  /// Runs the transaction as one write. Returns whether it was committed.
  ///
  /// - Parameter inside: Called at the end of the write, before the commit.
  func run(on database: Database, inside: () throws -> Void = {}) -> Bool {
    var random = SplitMix(seed: seed)
    do {
      try database.write {
        try database.execute("INSERT INTO journal VALUES (\(number))")
        try database.execute("UPDATE tally SET n = n + 1")
        work(database, &random, depth: 1)
        if kind == .bulk { try bulk(database, &random) }
        try inside()
        if random.number(below: 6) == 0 { throw Undo() }
      }
      return true
    } catch {
      return false
    }
  }

  /// Random statements, savepoints and nested writes. Some of them fail by design.
  private func work(_ database: Database, _ random: inout SplitMix, depth: Int) {
    for _ in 0..<(1 + random.number(below: 6)) {
      let statement: SQL
      switch random.number(below: 14) {
      case 0: statement = random.element(of: ["SAVEPOINT s0", "SAVEPOINT s1"])
      case 1: statement = random.element(of: ["ROLLBACK TO s0", "ROLLBACK TO s1"])
      case 2: statement = random.element(of: ["RELEASE s0", "RELEASE s1"])
      case 3 where depth < 3:
        var inner = SplitMix(seed: random.next())
        try? database.write {
          work(database, &inner, depth: depth + 1)
          if inner.number(below: 2) == 0 { throw Undo() }
        }
        continue
      case 4...7 where kind == .schema: statement = random.element(of: ModelWork.changesOfSchema)
      default: statement = ModelWork.changeOfRows(&random)
      }
      _ = try? database.execute(statement)
    }
  }

  /// Writes from a few pages to more than SQLite's cache holds and more than a change set records.
  private func bulk(_ database: Database, _ random: inout SplitMix) throws {
    if random.number(below: 3) == 0 { try database.execute("DELETE FROM bulk") }
    for _ in 0..<(1 + random.number(below: 60)) {
      let size = random.number(below: 120_000)
      try database.execute("INSERT INTO bulk (bytes) VALUES (zeroblob(\(size)))")
    }
    try database.execute("DELETE FROM bulk WHERE id % 10 <> 0 OR length(bytes) > 10000")
  }

  private static let changesOfSchema: [SQL] = [
    "ALTER TABLE n ADD COLUMN x DEFAULT 7",
    "ALTER TABLE n DROP COLUMN x",
    "ALTER TABLE k ADD COLUMN y TEXT NOT NULL DEFAULT 'y'",
    "ALTER TABLE k DROP COLUMN y",
    "CREATE TABLE extra (id INTEGER PRIMARY KEY, v)",
    "INSERT INTO extra (v) VALUES (1), (2.5), ('three')",
    "DROP TABLE extra",
    "ALTER TABLE extra RENAME TO other",
    "DROP TABLE other",
    "CREATE INDEX tb ON t (b)",
    "DROP INDEX tb",
  ]

  private static func changeOfRows(_ random: inout SplitMix) -> SQL {
    let or: SQL = random.element(
      of: ["", "", "", "OR REPLACE", "OR IGNORE", "OR FAIL", "OR ABORT"]
    )
    let rollback: SQL = random.number(below: 80) == 0 ? "OR ROLLBACK" : or
    let values: [SQL] = ["0", "1", "2", "3", "5", "1.0", "'x'", "x'0041'", "NULL"]
    let texts: [SQL] = ["'a'", "'A'", "'b'", "'B'"]
    let (m, n) = (random.number(below: 6), random.number(below: 6))
    let (value, text, other) = (
      random.element(of: values), random.element(of: texts), random.element(of: texts)
    )
    switch random.number(below: 18) {
    case 0, 1: return "INSERT \(rollback) INTO t VALUES (\(m), \(n), \(value))"
    case 2: return "UPDATE \(rollback) t SET a = \(m), b = \(value) WHERE id >= \(n)"
    case 3: return "UPDATE \(or) t SET id = \(m) WHERE id = \(n)"
    case 4: return "DELETE FROM t WHERE id = \(m)"
    case 5: return "INSERT \(or) INTO w VALUES (\(text), \(m), \(value))"
    case 6: return "UPDATE \(or) w SET b = \(m), v = \(value) WHERE a = \(text)"
    case 7: return "DELETE FROM w WHERE b = \(m)"
    case 8: return "INSERT INTO n (v, u) VALUES (\(value), \(m))"
    case 9: return "UPDATE \(or) n SET rowid = \(m) WHERE u = \(n)"
    case 10: return "UPDATE n SET v = \(value) WHERE u = \(m)"
    case 11: return random.element(of: ["DELETE FROM n", "DELETE FROM w", "DELETE FROM c"])
    case 12: return "INSERT \(or) INTO k (k, v) VALUES (\(text), \(value))"
    case 13: return "UPDATE \(or) k SET k = \(other), v = \(value) WHERE k = \(text)"
    case 14: return "INSERT \(or) INTO c VALUES (\(m), \(n))"
    case 15: return "INSERT INTO t (id, a, b) SELECT NULL, u, v FROM n LIMIT 3"
    case 16:
      return """
        INSERT INTO t VALUES (\(m), \(n), \(value)) ON CONFLICT (id) DO UPDATE SET b = excluded.b
        """
    default: return "DELETE FROM k WHERE v IS \(value)"
    }
  }
}

extension SplitMix {
  mutating func element<Element>(of elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }
}
