import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct TableDefinitionTests {
  let connection: Connection

  init() throws { connection = try .inMemory() }

  private func create(_ definition: TableDefinition) throws {
    try definition.validate()
    for statement in definition.createStatements { try connection.run(statement) }
  }

  static let users = TableDefinition(
    "users",
    columns: [
      ColumnDefinition("id", type: .text),
      ColumnDefinition("name", type: .text, defaultValue: "\("it's?")", collation: .noCase),
      ColumnDefinition("mail", type: .text, isNotNull: false, isUnique: true),
      ColumnDefinition(
        "age",
        type: .integer,
        defaultValue: "\(0)",
        check: "age >= \(0) AND '?' <> ''"
      ),
      ColumnDefinition(
        "boss_id",
        type: .text,
        isNotNull: false,
        reference: ColumnReference(table: "users", column: "id", onDelete: .setNull)
      ),
    ],
    primaryKey: ["id"],
    indexes: [
      IndexDefinition(["boss_id"]),
      IndexDefinition(["name", "age"], isUnique: true, condition: "age > \(17)", name: "adults"),
    ]
  )

  @Test func `the text is the same every time and reads like one written by hand`() {
    let text = Self.users.createStatements.map(\.text)
    #expect(
      text == [
        """
        CREATE TABLE "users" (
          "id" TEXT NOT NULL,
          "name" TEXT NOT NULL DEFAULT 'it''s?' COLLATE NOCASE,
          "mail" TEXT UNIQUE,
          "age" INTEGER NOT NULL DEFAULT 0 CHECK (age >= 0 AND '?' <> ''),
          "boss_id" TEXT REFERENCES "users" ("id") ON DELETE SET NULL,
          PRIMARY KEY ("id")
        ) STRICT
        """,
        "CREATE INDEX \"users_boss_id_index\" ON \"users\" (\"boss_id\")",
        "CREATE UNIQUE INDEX \"adults\" ON \"users\" (\"name\", \"age\") WHERE age > 17",
      ]
    )
    #expect(Self.users.createStatements.allSatisfy { $0.bindings.isEmpty })
  }

  @Test func `the file has the declared columns, constraints and indexes`() throws {
    try create(Self.users)
    let table = try #require(try SchemaReader(connection).table("users"))
    #expect(table.isStrict && table.hasRowID)
    #expect(table.primaryKey == ["id"])
    #expect(table.column("name")?.collation == .noCase)
    #expect(table.foreignKeys.first?.onDelete == .setNull)
    #expect(
      table.indexes.filter { !$0.isImplicit }.map(\.name) == ["adults", "users_boss_id_index"]
    )
    #expect(table.indexes.first { $0.name == "adults" }?.isPartial == true)
    try connection.run("INSERT INTO users (id) VALUES ('a')")
    #expect(try connection.firstValue("SELECT name FROM users") == .text("it's?"))
    for sql: SQL in [
      "INSERT INTO users (id, age) VALUES ('b', -1)", "INSERT INTO users (id) VALUES (NULL)",
      "INSERT INTO users (id, boss_id) VALUES ('c', 'nobody')",
      "INSERT INTO users (id, age) VALUES ('d', 'old')",
    ] {
      #expect(DatabaseError.thrown { try connection.run(sql) }?.code == .constraint)
    }
  }

  @Test func `keys of several columns, references to them and tables without rowids`() throws {
    let seats = TableDefinition(
      "seats",
      columns: [
        ColumnDefinition("row", type: .integer), ColumnDefinition("number", type: .integer),
      ],
      primaryKey: ["row", "number"],
      isWithoutRowID: true
    )
    let tickets = TableDefinition(
      "tickets",
      columns: [
        ColumnDefinition("id", type: .integer), ColumnDefinition("row", type: .integer),
        ColumnDefinition("number", type: .integer),
      ],
      primaryKey: ["id"],
      foreignKeys: [
        ForeignKeyDefinition(
          columns: ["row", "number"],
          table: "seats",
          referencedColumns: ["row", "number"],
          onDelete: .cascade,
          isDeferred: true
        )
      ]
    )
    try create(tickets)
    try create(seats)
    try connection.run("BEGIN")
    try connection.run("INSERT INTO tickets (row, number) VALUES (1, 2)")
    try connection.run("INSERT INTO seats VALUES (1, 2)")
    try connection.run("COMMIT")
    #expect(try connection.firstValue("SELECT id FROM tickets") == .integer(1))
    try connection.run("DELETE FROM seats")
    #expect(try connection.firstValue("SELECT count(*) FROM tickets") == .integer(0))
    let file = try SchemaReader(connection).file()
    #expect(SchemaComparison(definitions: [seats, tickets], file: file).differences == [])
  }

  @Test(
    arguments: [
      .null, .integer(.min), .integer(.max), .integer(-1), .real(0.1), .real(.infinity),
      .real(-.infinity), .real(.leastNonzeroMagnitude), .real(.greatestFiniteMagnitude),
      .text(""), .text("a'b\"c?--/*"), .text("a\0b"), .text("e\u{301}\u{200f}\n"), .blob([]),
      .blob([0, 255, 39]),
    ] as [SQLiteValue]
  )
  func `a default is stored as the value that was declared`(value: SQLiteValue) throws {
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let column = ColumnDefinition("x", type: .any, isNotNull: false, defaultValue: "\(value)")
    let definition = TableDefinition("made", columns: [column], primaryKey: ["id"])
    // The default is used by CREATE TABLE, and by ADD COLUMN after the insertion of a row.
    try connection.run(
      "CREATE TABLE made (id INTEGER PRIMARY KEY, \(definition.columnSQL(column)))"
    )
    try connection.run("INSERT INTO t VALUES (1)")
    try connection.run("ALTER TABLE t ADD COLUMN \(definition.addedColumnSQL(column))")
    try connection.run("INSERT INTO made (id) VALUES (1)")
    for table in ["t", "made"] {
      let stored = try connection.firstValue("SELECT x FROM \(table: table)")
      #expect(stored?.isIdentical(to: value) == true, "\(table): \(String(describing: stored))")
    }
  }

  @Test func `values are written where a question mark stands for one, and only there`() {
    let sql: SQL =
      "a = '?' AND \"?\" = \(1) -- ? it's\n AND [?] /* ' ? */ = \("x'?") AND `?` = \(2)"
    #expect(
      sql.inlined.text
        == "a = '?' AND \"?\" = 1 -- ? it's\n AND [?] /* ' ? */ = 'x''?' AND `?` = 2"
    )
  }

  @Test(arguments: [
    TableDefinition("sqlite_x", columns: [ColumnDefinition("a", type: .any)], primaryKey: ["a"]),
    TableDefinition("SQLite_x", columns: [ColumnDefinition("a", type: .any)], primaryKey: ["a"]),
    TableDefinition("stategraph_migrations", columns: users.columns, primaryKey: ["id"]),
    TableDefinition("", columns: users.columns, primaryKey: ["id"]),
    TableDefinition("a\0b", columns: users.columns, primaryKey: ["id"]),
    TableDefinition(String(repeating: "é", count: 65), columns: users.columns, primaryKey: ["id"]),
    TableDefinition("t", columns: [], primaryKey: []),
    TableDefinition("t", columns: users.columns, primaryKey: []),
    TableDefinition("t", columns: users.columns, primaryKey: ["nothing"]),
    TableDefinition(
      "t",
      columns: [ColumnDefinition("a", type: .any), ColumnDefinition("A", type: .any)],
      primaryKey: ["a"]
    ),
    TableDefinition(
      "t",
      columns: users.columns,
      primaryKey: ["id"],
      indexes: [IndexDefinition(["gone"])]
    ),
    TableDefinition(
      "t",
      columns: users.columns,
      primaryKey: ["id"],
      searchColumns: ["name"],
      isWithoutRowID: true
    ),
  ])
  func `a definition that cannot be is refused by name`(definition: TableDefinition) {
    #expect(DatabaseError.thrown { try definition.validate() }?.code == .misuse)
  }

  @Test(.search) func `the search table follows every change of a row`() throws {
    var definition = Self.users
    definition.searchColumns = ["name", "mail"]
    try create(definition)
    func found(_ words: String) throws -> [SQLiteValue] {
      try connection.rows(
        """
        SELECT id FROM users WHERE rowid IN
          (SELECT rowid FROM users_search WHERE users_search MATCH \(words)) ORDER BY id
        """
      ).map { $0[0] }
    }
    try connection.run("INSERT INTO users (id, name) VALUES ('a', 'Ada Lovelace'), ('b', 'Bob')")
    #expect(try found("lovelace") == [.text("a")])
    try connection.run("UPDATE users SET name = 'Ada King' WHERE id = 'a'")
    #expect(try found("lovelace") == [])
    try connection.run("UPDATE users SET mail = 'king@b.example' WHERE id = 'b'")
    #expect(try found("king") == [.text("a"), .text("b")])
    try connection.run("UPDATE users SET rowid = 99 WHERE id = 'a'")
    #expect(try found("king") == [.text("a"), .text("b")])
    try connection.run("DELETE FROM users WHERE id = 'a'")
    #expect(try found("king") == [.text("b")])
    try connection.run("INSERT INTO users_search (users_search) VALUES ('integrity-check')")
  }

  @Test(.search) func `an update of other columns does not index the row again`() throws {
    var definition = Self.users
    definition.searchColumns = ["name"]
    try create(definition)
    try connection.run("INSERT INTO users (id, name) VALUES ('a', 'Ada')")
    let before = try connection.rows("SELECT id, hex(block) FROM users_search_data")
    try connection.run("UPDATE users SET age = 7")
    let after = try connection.rows("SELECT id, hex(block) FROM users_search_data")
    #expect(before.map(\.values) == after.map(\.values))
  }
}
