import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct SchemaComparisonTests {
  let connection: Connection

  init() throws { connection = try .inMemory() }

  private func compare(_ definitions: TableDefinition...) throws -> SchemaComparison {
    SchemaComparison(definitions: definitions, file: try SchemaReader(connection).file())
  }

  /// Runs the proposal as a migration, and compares again.
  private func applying(_ definitions: TableDefinition...) throws -> SchemaComparison {
    let reader = SchemaReader(connection)
    let first = SchemaComparison(definitions: definitions, file: try reader.file())
    try connection.runScript(first.proposal) { _ in }
    return SchemaComparison(definitions: definitions, file: try reader.file())
  }

  static let users = TableDefinition(
    "users",
    columns: [ColumnDefinition("id", type: .text), ColumnDefinition("age", type: .integer)],
    primaryKey: ["id"]
  )

  @Test(.search) func `a table as it was declared has no differences and nothing to propose`()
    throws
  {
    var users = TableDefinitionTests.users
    users.searchColumns = ["name"]
    for statement in users.createStatements { try connection.run(statement) }
    let comparison = try compare(users)
    #expect(comparison.differences == [])
    #expect(comparison.proposal == "")
    try comparison.requireUsable()
  }

  @Test(arguments: [
    (
      "CREATE TABLE users (id TEXT NOT NULL PRIMARY KEY, age TEXT) STRICT",
      "users.age: the type says INTEGER NOT NULL, the file says TEXT"
    ),
    (
      "CREATE TABLE users (id TEXT NOT NULL PRIMARY KEY) STRICT",
      "users.age: the file has no such column"
    ),
    (
      "CREATE TABLE users (id TEXT NOT NULL, age INTEGER NOT NULL, PRIMARY KEY (id, age)) STRICT",
      "users: the type's key is (id), the file's is (id, age)"
    ),
    (
      "CREATE TABLE users (id TEXT NOT NULL, age INTEGER NOT NULL) STRICT",
      "users: the type's key is (id), the file's is none"
    ),
    (
      "CREATE TABLE users (id TEXT NOT NULL PRIMARY KEY, age INTEGER NOT NULL, x NOT NULL)",
      "users.x: the type does not know it, and the file wants a value in every row"
    ),
    (
      "CREATE TABLE users (id TEXT NOT NULL PRIMARY KEY, age INTEGER NOT NULL AS (1)) STRICT",
      "users.age: the type says INTEGER NOT NULL, the file says INTEGER NOT NULL GENERATED"
    ),
    ("CREATE TABLE other (x)", "users: the file has no such table"),
    (
      "CREATE VIEW users AS SELECT 'a' AS id, 1 AS age",
      "users: the file has a view of this name, and the rows of a view have no key"
    ),
  ])
  func `a difference that makes a table unusable is thrown in one line`(sql: String, line: String)
    throws
  {
    try connection.run(.raw(sql))
    let comparison = try compare(Self.users)
    #expect(comparison.differences.filter(\.isBreaking).map(\.text) == [line])
    let error = DatabaseError.thrown { try comparison.requireUsable() }
    #expect(error?.code == .schemaMismatch)
    #expect(error?.message.contains(line) == true)
  }

  @Test(arguments: [
    "CREATE TABLE users (id TEXT NOT NULL PRIMARY KEY, age INTEGER NOT NULL, more TEXT) STRICT",
    "CREATE TABLE users (id TEXT PRIMARY KEY, age INTEGER NOT NULL) STRICT",
    "CREATE TABLE users (age INT NOT NULL, id TEXT NOT NULL PRIMARY KEY) STRICT",
    "CREATE TABLE \"USERS\" (\"ID\" TEXT NOT NULL PRIMARY KEY, \"Age\" INTEGER NOT NULL) STRICT",
  ])
  func `more columns, their order and the case of names are no difference`(sql: String) throws {
    try connection.run(.raw(sql))
    #expect(try compare(Self.users).differences == [])
  }

  @Test(arguments: [
    "CREATE TABLE users (id TEXT NOT NULL PRIMARY KEY, age INTEGER) STRICT",
    "CREATE TABLE users (id TEXT NOT NULL PRIMARY KEY, age INTEGER NOT NULL DEFAULT 3) STRICT",
    "CREATE TABLE users (id VARCHAR(9) NOT NULL PRIMARY KEY, age BOOLEAN NOT NULL)",
    "CREATE TABLE users (id NOT NULL PRIMARY KEY, age NOT NULL)",
    "CREATE TABLE users (id TEXT NOT NULL COLLATE NOCASE PRIMARY KEY, age INTEGER NOT NULL) STRICT",
    "CREATE TABLE users (id TEXT PRIMARY KEY, age INTEGER NOT NULL) STRICT, WITHOUT ROWID",
  ])
  func `a harmless difference is reported and throws nothing`(sql: String) throws {
    try connection.run(.raw(sql))
    let comparison = try compare(Self.users)
    #expect(!comparison.differences.isEmpty)
    #expect(comparison.differences.allSatisfy { !$0.isBreaking }, "\(comparison.differences)")
    try comparison.requireUsable()
    #expect(try applying(Self.users).differences == comparison.differences)
  }

  @Test func `a file that refuses a possible value of the type is unusable`() throws {
    try connection.run("CREATE TABLE users (id TEXT NOT NULL PRIMARY KEY, age INTEGER NOT NULL)")
    var users = Self.users
    users.columns[1].isNotNull = false
    #expect(try compare(users).differences.filter(\.isBreaking).map(\.column) == ["age"])
  }

  @Test func `an integer key is never NULL though the file does not say so`() throws {
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT")
    let table = TableDefinition(
      "t",
      columns: [ColumnDefinition("id", type: .integer)],
      primaryKey: ["id"]
    )
    #expect(try compare(table).differences == [])
  }

  @Test(.search) func `missing tables, columns and indexes are proposed, and the proposal does it`()
    throws
  {
    try connection.run(
      "CREATE TABLE users (id TEXT NOT NULL PRIMARY KEY, age INTEGER NOT NULL) STRICT"
    )
    try connection.run("INSERT INTO users VALUES ('a', 1)")
    var users = TableDefinitionTests.users
    users.columns[3].check = nil
    users.searchColumns = ["name"]
    #expect(try compare(users, Self.teams).differences.contains { $0.isBreaking })
    let after = try applying(users, Self.teams)
    #expect(
      after.differences.map(\.text) == [
        "users.age: the type says INTEGER NOT NULL DEFAULT 0, the file says INTEGER NOT NULL"
      ]
    )
    let row = try connection.rows("SELECT name, mail FROM users")
    #expect(row.map(\.values) == [[.text("it's?"), .null]])
    #expect(
      try connection.firstValue("SELECT rowid FROM users_search WHERE users_search MATCH 'it'")
        == .integer(1)
    )
  }

  static let teams = TableDefinition(
    "teams",
    columns: [ColumnDefinition("id", type: .integer), ColumnDefinition("title", type: .text)],
    primaryKey: ["id"],
    indexes: [IndexDefinition(["title"], isUnique: true)]
  )

  @Test func `an impossible addition is proposed as a comment with its reason`() throws {
    try connection.run("CREATE TABLE users (id TEXT NOT NULL PRIMARY KEY, age TEXT)")
    var users = Self.users
    users.columns.append(ColumnDefinition("born", type: .integer))
    users.columns.append(ColumnDefinition("seen", type: .text, defaultValue: "datetime('now')"))
    users.columns.append(
      ColumnDefinition(
        "team",
        type: .integer,
        reference: ColumnReference(table: "teams", column: "id")
      )
    )
    users.indexes = [IndexDefinition(["born"])]
    let proposal = try compare(users).proposal
    for line in proposal.split(separator: "\n") { #expect(line.hasPrefix("-- "), "\(line)") }
    for reason in [
      "users.age: the type says INTEGER NOT NULL, the file says TEXT. A column cannot be changed",
      "users.born: the file has no such column. Rows that exist would have no value",
      "users.seen: the file has no such column. A column can be added with a constant default only",
      "users.team: the file has no such column. Rows that exist would have no value",
      "users: the file has no index on born. The column born has to be there first.",
      "STRICT cannot be added",
    ] { #expect(proposal.contains(reason), "\(reason)\n\(proposal)") }
    #expect(try applying(users).proposal == proposal)
  }

  @Test(.search) func `a rename keeps the rows, the references and the indexes`() throws {
    let old = TableDefinition(
      "people",
      columns: [
        ColumnDefinition("id", type: .integer),
        ColumnDefinition("bio", type: .text, isNotNull: false),
        ColumnDefinition(
          "boss",
          type: .integer,
          isNotNull: false,
          reference: ColumnReference(table: "people", column: "id")
        ),
      ],
      primaryKey: ["id"],
      indexes: [IndexDefinition(["bio"], name: "by_bio")],
      searchColumns: ["bio"]
    )
    for statement in old.createStatements { try connection.run(statement) }
    try connection.run("INSERT INTO people VALUES (7, 'wrote notes', NULL)")
    var new = old
    new.name = "persons"
    new.renamedFrom = "people"
    new.columns[1].name = "short_bio"
    new.columns[1].renamedFrom = "bio"
    new.columns[2].reference?.table = "persons"
    new.indexes[0].columns = ["short_bio"]
    new.searchColumns = ["short_bio"]
    let before = try compare(new)
    #expect(
      before.differences.map(\.text) == [
        "persons: the file has no such search table as the type declares",
        "persons: the file has it under its old name people",
        "persons.short_bio: the file has it under its old name bio",
      ]
    )
    #expect(try applying(new).differences == [])
    #expect(try connection.firstValue("SELECT short_bio FROM persons") == .text("wrote notes"))
    #expect(
      try connection.firstValue(
        "SELECT rowid FROM persons_search WHERE persons_search MATCH 'notes'"
      )
        == .integer(7)
    )
    #expect(try SchemaReader(connection).file().objects.allSatisfy { !$0.name.contains("people") })
    // The names of before may stay in the type for as long as they like.
    #expect(try compare(new).proposal == "")
  }

  @Test func `a table that took the search table's name is left alone`() throws {
    var users = Self.users
    for statement in users.createStatements { try connection.run(statement) }
    try connection.run("CREATE TABLE users_search (precious)")
    users.searchColumns = ["id"]
    let comparison = try compare(users)
    #expect(!comparison.proposal.contains("DROP"))
    #expect(comparison.proposal.contains("taken by something else"))
  }

  @Test func `a line break in a name does not leave its comment`() throws {
    let name = "a\nDROP TABLE users;\r\n--"
    for statement in Self.users.createStatements { try connection.run(statement) }
    try connection.run("CREATE TABLE \(table: name) (x INTEGER NOT NULL)")
    let table = TableDefinition(
      name,
      columns: [ColumnDefinition("id", type: .text)],
      primaryKey: ["id"]
    )
    _ = try applying(table)
    #expect(try SchemaReader(connection).table("users") != nil)
  }

  @Test func `references and delete rules are compared`() throws {
    try connection.run(
      "CREATE TABLE teams (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE) STRICT"
    )
    try connection.run(
      "CREATE TABLE m (id INTEGER PRIMARY KEY, team INTEGER REFERENCES teams ON DELETE CASCADE, o INTEGER) STRICT"
    )
    let reference = ColumnReference(table: "teams", column: "id", onDelete: .restrict)
    let members = TableDefinition(
      "m",
      columns: [
        ColumnDefinition("id", type: .integer),
        ColumnDefinition("team", type: .integer, isNotNull: false, reference: reference),
        ColumnDefinition("o", type: .integer, isNotNull: false, reference: reference),
      ],
      primaryKey: ["id"]
    )
    #expect(
      try compare(Self.teams, members).differences.map(\.text) == [
        "m.team: the type says ON DELETE RESTRICT, the file says ON DELETE CASCADE",
        "m.o: the file does not say that o references teams (id)",
      ]
    )
  }
}
