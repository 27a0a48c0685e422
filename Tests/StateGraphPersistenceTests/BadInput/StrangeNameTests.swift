import StateGraphPersistence
import TestSupport
import Testing

@Entity(table: "we\"ird 'table`; DROP TABLE other; --")
final class Strange {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored(backed: .column("it's; a [column] --")) var first: String
  @GraphStored(backed: .column("select")) var second: Int?
  @GraphStored(backed: .column("парент")) var parent: Strange?
  @GraphComputed(inverse: \Strange.parent) var children: [Strange]
}

@Entity(table: "quoted")
final class Quoted {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored(backed: .column("quo\"te")) var first: String
  @GraphStored(backed: .column("back\\slash\\n")) var second: String
}

@Suite struct QuotedColumnTests {
  @Test func `a column with a quote or a backslash in its name is a column`() throws {
    let database = try Database(path: ":memory:")
    try database.execute(
      """
      CREATE TABLE quoted (id TEXT PRIMARY KEY NOT NULL, \(column: "quo\"te") TEXT NOT NULL,
        \(column: "back\\slash\\n") TEXT NOT NULL) STRICT
      """
    )
    let store = try EntityStore<Quoted>(database)
    let entity = Quoted(id: "q", first: "1", second: "2")
    store.add(entity)
    entity.first = "3"
    entity.second = "4"
    let row = try database.rows("SELECT * FROM quoted")[0]
    #expect(row.values == [.text("q"), .text("3"), .text("4")])
  }
}

/// Names that would be something else if they were not quoted.
@Suite struct StrangeNameTests {
  static let table = "we\"ird 'table`; DROP TABLE other; --"

  let directory: TemporaryDirectory
  let database: Database
  let store: EntityStore<Strange>

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("a.sqlite"))
    try database.execute("CREATE TABLE other (x)")
    try database.execute(
      """
      CREATE TABLE \(table: Self.table) (
        id TEXT PRIMARY KEY NOT NULL, \(column: "it's; a [column] --") TEXT NOT NULL,
        \(column: "select") INTEGER, \(column: "парент") TEXT REFERENCES \(table: Self.table),
        "extra ""column" TEXT
      ) STRICT
      """
    )
    store = try EntityStore<Strange>(database)
  }

  @Test func `every verb works on a table with such names`() throws {
    let root = Strange(id: "r", first: "root")
    store.add(root)
    store.add([Strange(id: "1", first: "a", parent: root), Strange(id: "2", first: "b")])
    #expect(root.children.map(\.first) == ["a"])
    store["2"]?.parent = root
    store["2"]?.second = 7
    #expect(root.children.map(\.second) == [nil, 7])
    #expect(store["1"]?.parent === root)
    #expect(store.modify("1") { $0.first = "c" })
    #expect(store.filter { $0.first == "c" }.count == 1)
    #expect(store.count == 3)
    #expect(store.delete("1"))
    #expect(root.children.map(\.typedID.raw) == ["2"])
    #expect(try database.rows("SELECT * FROM other").isEmpty)
  }

  @Test func `SQL statements are followed under strange names`() throws {
    let root = Strange(id: "r", first: "root")
    store.add(root)
    #expect(root.children.isEmpty)
    try database.execute(
      """
      INSERT INTO \(table: Self.table) (id, \(column: "it's; a [column] --"), \(column: "парент"))
      VALUES ('x', 'y', 'r')
      """
    )
    #expect(root.children.map(\.first) == ["y"])
    try database.execute("UPDATE \(table: Self.table) SET \(column: "select") = 9")
    #expect(root.second == 9)
    try database.execute("UPDATE \(table: Self.table) SET \"extra \"\"column\" = 'unseen'")
    #expect(root.first == "root")
  }

  @Test func `a missing table and a missing column are named`() throws {
    try database.execute("CREATE TABLE untyped (id TEXT PRIMARY KEY NOT NULL)")
    for body in [
      { _ = try EntityStore<Sample>(database) }, { _ = try EntityStore<Untyped>(database) },
    ] as [() throws -> Void] {
      #expect {
        try body()
      } throws: { ($0 as? DatabaseError)?.code == .schemaMismatch }
    }
  }
}
