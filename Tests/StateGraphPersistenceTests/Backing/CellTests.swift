import TestSupport
import Testing

@testable import StateGraphPersistence

@Suite struct CellTests {
  let scene: CellScene
  var database: Database { scene.database }

  init() throws { scene = try CellScene() }

  @Test func `a node reads and writes its cell and no other`() throws {
    let (name, age) = (scene.user("ada", "name", ""), scene.user("ada", "age", 0))
    #expect(name.wrappedValue == "Ada")
    #expect(age.wrappedValue == 36)
    name.wrappedValue = "Countess"
    #expect(
      try database.rows("SELECT * FROM users ORDER BY id").map(\.values) == [
        [.text("ada"), .text("Countess"), .integer(36), .null],
        [.text("bob"), .text("Bob"), .null, .null],
      ]
    )
  }

  @Test func `a change of another row or column calls no observer and reads nothing`() throws {
    let name = scene.user("ada", "name", "")
    let values = Recorder<String>()
    let subscription = withGraphTracking { name.onChange { values.record($0) } }
    let count = try scene.statements {
      try database.execute("UPDATE users SET age = 1")
      try database.execute("UPDATE users SET name = 'x' WHERE id = 'bob'")
      try database.execute("UPDATE users SET name = name")
      try database.execute("DELETE FROM users WHERE id = 'bob'")
      try database.execute("INSERT INTO users (id, name) VALUES ('eve', 'Eve')")
    }
    #expect(count == [0, 5])
    #expect(values.elements == ["Ada"])
    #expect(database.lastCommit?.touchedNodeCount == 0)
    subscription.cancel()
  }

  @Test func `a row that takes the key of another row is seen`() throws {
    let name = scene.user("ada", "name", "none")
    let values = Recorder<String>()
    let subscription = withGraphTracking { name.onChange { values.record($0) } }
    try database.execute("UPDATE users SET id = 'gone' WHERE id = 'ada'")
    try database.execute("UPDATE users SET id = 'ada' WHERE id = 'bob'")
    try database.execute("REPLACE INTO users (id, name) VALUES ('ada', 'new')")
    #expect(values.elements == ["Ada", "none", "Bob", "new"])
    subscription.cancel()
  }

  @Test func `NULL is nil, or the initial value of a type without one`() throws {
    let (age, known) = (scene.user("bob", "age", 5 as Int?), scene.user("bob", "age", 5))
    #expect(age.wrappedValue == nil)
    #expect(known.wrappedValue == 5)
    age.wrappedValue = 6
    #expect(known.wrappedValue == 6)
    age.wrappedValue = nil
    #expect(try scene.value("SELECT age FROM users WHERE id = 'bob'") == .null)
  }

  @Test func `keys compare as SQLite compares them`() throws {
    try database.execute(
      "CREATE TABLE words (word TEXT PRIMARY KEY COLLATE NOCASE, n INTEGER) WITHOUT ROWID"
    )
    try database.execute("CREATE TABLE numbers (id INTEGER PRIMARY KEY, n INTEGER)")
    try database.execute("INSERT INTO words VALUES ('Straße', 1), ('é', 2), ('e\u{301}', 3)")
    try database.execute("INSERT INTO numbers VALUES (-9223372036854775808, 4)")
    func node(_ table: String, _ id: some Bindable) -> Stored<Int> {
      Stored(wrappedValue: 0, backed: .sqlite(table: table, column: "N", id: id, in: database))
    }
    let nodes = [
      node("Words", "sTRAßE"), node("words", "é"), node("words", "e\u{301}"),
      node("NUMBERS", Int64.min), node("numbers", "\(Int64.min)"), node("numbers", Int?.none),
    ]
    #expect(nodes.map(\.wrappedValue) == [1, 2, 3, 4, 4, 0])
    try database.execute("UPDATE words SET n = n + 10")
    try database.execute("UPDATE numbers SET n = n + 10")
    #expect(nodes.map(\.wrappedValue) == [11, 12, 13, 14, 14, 0])
    nodes[0].wrappedValue = 5
    #expect(try scene.value("SELECT n FROM words WHERE word = 'Straße'") == .integer(5))
  }

  @Test func `names are quoted`() throws {
    try database.execute(
      #"CREATE TABLE "a""b; --" (id TEXT PRIMARY KEY NOT NULL, "c""d" TEXT) STRICT"#
    )
    try database.execute(#"INSERT INTO "a""b; --" VALUES ('x', 'y')"#)
    let node = Stored(
      wrappedValue: "",
      backed: .sqlite(table: "a\"b; --", column: "c\"d", id: "x", in: database)
    )
    #expect(node.wrappedValue == "y")
    node.wrappedValue = "z"
    #expect(try scene.value(#"SELECT "c""d" FROM "a""b; --""#) == .text("z"))
  }

  @Test func `a value that a trigger corrects is seen`() throws {
    try database.execute(
      """
      CREATE TRIGGER tidy AFTER UPDATE OF name ON users
      BEGIN UPDATE users SET name = trim(new.name) WHERE id = new.id; END
      """
    )
    let name = scene.user("ada", "name", "")
    name.wrappedValue = "  Countess "
    #expect(name.wrappedValue == "Countess")
  }

  @Test func `a table that comes, changes and goes is followed`() throws {
    let node = Stored(
      wrappedValue: "initial",
      backed: .sqlite(table: "later", column: "value", id: 1, in: database)
    )
    let values = Recorder<String>()
    let subscription = withGraphTracking { node.onChange { values.record($0) } }
    try database.execute("CREATE TABLE later (id INTEGER PRIMARY KEY, value TEXT)")
    try database.execute("INSERT INTO later VALUES (1, 'a')")
    try database.write {
      try database.execute("CREATE TABLE other (value TEXT, extra, id INTEGER PRIMARY KEY)")
      try database.execute("INSERT INTO other (id, value) VALUES (1, 'b')")
      try database.execute("DROP TABLE later")
      try database.execute("ALTER TABLE other RENAME TO later")
      #expect(node.wrappedValue == "b")
    }
    try database.execute("UPDATE later SET value = 'c'")
    try database.execute("ALTER TABLE later RENAME COLUMN value TO text")
    try database.execute("ALTER TABLE later RENAME COLUMN text TO value")
    try database.execute("UPDATE later SET extra = 1")
    node.wrappedValue = "d"
    try database.execute("DROP TABLE later")
    #expect(values.elements == ["initial", "a", "b", "c", "initial", "c", "d", "initial"])
    subscription.cancel()
  }

  @Test func `a node that is made after rolled back DDL uses the current columns`() throws {
    #expect(throws: Stop.self) {
      try database.write {
        try database.execute("ALTER TABLE users DROP COLUMN age")
        try database.execute("CREATE TABLE passing (id INTEGER PRIMARY KEY, value TEXT)")
        try database.execute("INSERT INTO passing VALUES (1, 'x')")
        #expect(scene.user("ada", "name", "").wrappedValue == "Ada")
        #expect(passing().wrappedValue == "x")
        throw Stop()
      }
    }
    let score = scene.user("ada", "score", 0.5)
    #expect(score.wrappedValue == 0.5)
    #expect(passing().wrappedValue == "initial")
    // In the rolled back write the change log had registered the column at another position.
    try database.execute("UPDATE users SET score = 2")
    #expect(score.wrappedValue == 2)
  }

  private func passing() -> Stored<String> {
    Stored(
      wrappedValue: "initial",
      backed: .sqlite(table: "passing", column: "value", id: 1, in: database)
    )
  }
}
