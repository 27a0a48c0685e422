import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite("Values that the server cannot hold")
struct ServerValueTests {
  private static let wrong: [SQL] = [
    "INSERT INTO t VALUES ('x', 'a' || char(0) || 'b', 1)",
    "INSERT INTO t VALUES ('x', CAST(x'ff' AS TEXT), 1)",
    "INSERT INTO t VALUES ('x', CAST(x'c0af' AS TEXT), 1)",
    "INSERT INTO t VALUES (CAST(x'eda080' AS TEXT), 1, 1)",
    "UPDATE t SET b = 'a' || char(0)",
  ]

  @Test(arguments: wrong, [1_000, 0])
  func `a text with NUL or without valid UTF-8 is refused, and the write is undone`(
    statement: SQL,
    rowLimit: Int
  ) throws {
    let file = try ReplicatedFile()
    try file.database.spillEarly(rowLimit: rowLimit)
    try file.database.execute("INSERT INTO t VALUES ('k', 1, 1)")
    let error = DatabaseError.thrown {
      try file.database.write {
        try file.database.execute("INSERT INTO u VALUES ('y', 1)")
        try file.database.execute(statement)
      }
    }
    #expect(error?.code == .typeMismatch)
    #expect(error?.message.contains("a\0b") == false)
    #expect(try file.database.count("u") == 0)
    #expect(try file.pending().map(\.transaction.seq) == [1])
  }

  @Test func `a refused row that a nested write undoes does not refuse the transaction`() throws {
    let file = try ReplicatedFile()
    for rowLimit in [1_000, 0] {
      try file.database.spillEarly(rowLimit: rowLimit)
      try file.database.write {
        try file.database.execute("INSERT INTO u VALUES (\("y\(rowLimit)"), 1)")
        try? file.database.write {
          try file.database.execute("INSERT INTO t VALUES ('x', char(0), 1)")
          throw TestFailure("undone")
        }
      }
    }
    #expect(
      try file.lines() == [["u 'y1000': none -> ('y1000', 1)"], ["u 'y0': none -> ('y0', 1)"]]
    )
  }

  @Test(
    arguments: [
      "INSERT INTO t VALUES ('x', 'aé漢😀', 1)", "INSERT INTO t VALUES ('x', x'00ff', 1)",
      "INSERT INTO own (v) VALUES ('a' || char(0))", "INSERT INTO t VALUES ('', '', 1)",
    ] as [SQL]
  )
  func `text in UTF-8, blobs, and local tables are not refused`(statement: SQL) throws {
    let file = try ReplicatedFile()
    try file.database.execute(statement)
  }

  @Test func `an older value that the server cannot hold does not refuse another column`() throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("a.sqlite"))
    try database.execute("CREATE TABLE t (id TEXT PRIMARY KEY, a, b)")
    try database.execute("INSERT INTO t VALUES ('x', char(0), 1)")
    try StoredReplica(database).create(Replica(server: [], client: [], tables: ["t"]))
    try database.execute("UPDATE t SET b = 2")
    #expect(try database.pendingTransactions().count == 1)
  }

  @Test(arguments: [1_000, 0])
  func `a key of NULL is refused`(rowLimit: Int) throws {
    let file = try ReplicatedFile(
      ["CREATE TABLE t (id TEXT PRIMARY KEY, a)", "CREATE TABLE u (id TEXT PRIMARY KEY, v)"]
    )
    try file.database.spillEarly(rowLimit: rowLimit)
    let error = DatabaseError.thrown { try file.database.execute("INSERT INTO t VALUES (NULL, 1)") }
    #expect(error?.code == .typeMismatch)
    #expect(try file.database.count("t") == 0)
  }

  @Test func `a write that changes rows and the schema is refused`() throws {
    let file = try ReplicatedFile()
    let error = DatabaseError.thrown {
      try file.database.write {
        try file.database.execute("INSERT INTO t VALUES ('x', 1, 2)")
        try file.database.execute("CREATE TABLE more (id)")
      }
    }
    #expect(error?.code == .misuse)
    #expect(try file.database.count("t") == 0)
    try file.database.execute("ALTER TABLE t ADD COLUMN c DEFAULT 5")
    try file.database.execute("INSERT INTO t VALUES ('x', 1, 2, 3)")
    #expect(try file.lines() == [["t 'x': none -> ('x', 1, 2, 3)"]])
  }

  @Test func `a migration changes rows and the schema, and the file must be reconciled`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.sqlite")
    let first = "CREATE TABLE t (id TEXT PRIMARY KEY, a); INSERT INTO t VALUES ('x', 1);"
    let second = "ALTER TABLE t ADD COLUMN b; UPDATE t SET b = a;"
    let folder = try TemporaryDirectory()
    try folder.write(first, to: "0001_first.sql")
    let database = try Database(path: path, migrations: .directory(folder.path))
    try StoredReplica(database).create(Replica(server: [], client: [], tables: ["t"]))
    try database.execute("UPDATE t SET a = 2")
    #expect(try StoredReplica(database).read()?.mustReconcile == false)
    try database.close()
    try folder.write(second, to: "0002_second.sql")
    let again = try Database(path: path, migrations: .directory(folder.path))
    #expect(try again.pendingTransactions().map(\.lines) == [["t 'x': ('x', 1) -> ('x', 2)"]])
    #expect(try StoredReplica(again).read()?.mustReconcile == true)
    try again.execute("UPDATE t SET b = 7")
    #expect(try again.pendingTransactions().last?.lines == ["t 'x': ('x', 2, 2) -> ('x', 2, 7)"])
  }
}
