import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import Testing

@Suite("The plan finds the column or table of a member")
struct ImportPlanTests {
  private let plan: ImportPlan

  init() throws {
    plan = try Self.plan(
      """
      CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL);
      CREATE TABLE posts (
        id TEXT PRIMARY KEY NOT NULL, title TEXT, published_at TEXT,
        author_id TEXT REFERENCES users (id), reviewer TEXT REFERENCES users (id));
      CREATE TABLE comments (
        id TEXT PRIMARY KEY NOT NULL, post_id TEXT REFERENCES posts, text TEXT);
      CREATE TABLE tags (id TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE post_tags (
        post_id TEXT NOT NULL REFERENCES posts, tag_id TEXT NOT NULL REFERENCES tags,
        position INTEGER NOT NULL, PRIMARY KEY (post_id, tag_id));
      """
    )
  }

  private static func plan(_ schema: String) throws -> ImportPlan {
    let connection = try WriterConnection.open(.memory)
    try connection.runScript(schema) { _ in }
    return ImportPlan(try SchemaReader(connection).tables())
  }

  private func resolve(_ name: String, _ form: MemberForm, in table: String) throws
    -> MemberResolution
  {
    plan.resolve(name, form: form, in: try #require(plan.tableIndex(table)))
  }

  private func column(_ name: String, of table: String) throws -> Int {
    let index = try #require(plan.tableIndex(table))
    return try #require(plan.tables[index].schema.columnIndex(name))
  }

  private func key(on name: String, of table: String) throws -> Int {
    let index = try #require(plan.tableIndex(table))
    let column = try column(name, of: table)
    return try #require(plan.tables[index].foreignKeys.firstIndex { $0.columns == [column] })
  }

  @Test(
    "a scalar is a column, in the spellings that SQLite and people use",
    arguments: ["published_at", "PUBLISHED_AT", "publishedAt"]
  )
  func scalarIsColumn(name: String) throws {
    let column = try column("published_at", of: "posts")
    #expect(try resolve(name, .scalar, in: "posts") == .role(.column(column)))
  }

  @Test("a scalar named after a reference is its key")
  func scalarIsKey() throws {
    let key = try key(on: "author_id", of: "posts")
    #expect(try resolve("author", .scalar, in: "posts") == .role(.reference(key)))
  }

  @Test(
    "an object is the record behind the foreign key of its column",
    arguments: [("author", "author_id"), ("author_id", "author_id"), ("reviewer", "reviewer")]
  )
  func objectIsReference(name: String, column: String) throws {
    let key = try key(on: column, of: "posts")
    #expect(try resolve(name, .object, in: "posts") == .role(.reference(key)))
  }

  @Test("an array is the child table that refers back")
  func arrayIsChildTable() throws {
    let comments = try #require(plan.tableIndex("comments"))
    let key = try key(on: "post_id", of: "comments")
    #expect(
      try resolve("comments", .array, in: "posts")
        == .role(.children(table: comments, foreignKey: key))
    )
  }

  @Test("an array is the table behind a join table that needs nothing else")
  func arrayIsLinkedTable() throws {
    let link = LinkRole(
      joinTable: try #require(plan.tableIndex("post_tags")),
      ownerKey: try key(on: "post_id", of: "post_tags"),
      elementKey: try key(on: "tag_id", of: "post_tags"),
      position: try column("position", of: "post_tags")
    )
    #expect(try resolve("tags", .array, in: "posts") == .role(.links(link)))
  }

  @Test("an array with two ways back is ambiguous, and both are named")
  func twoWaysBack() throws {
    guard case .ambiguous(let names) = try resolve("posts", .array, in: "users") else {
      Issue.record("not ambiguous")
      return
    }
    #expect(Set(names) == ["posts.author_id", "posts.reviewer"])
  }

  @Test("an array with two join tables is ambiguous, and both are named")
  func twoJoinTables() throws {
    let plan = try Self.plan(
      """
      CREATE TABLE a (id TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE b (id TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE j1 (a_id REFERENCES a, b_id REFERENCES b, PRIMARY KEY (a_id, b_id));
      CREATE TABLE j2 (a_id REFERENCES a, b_id REFERENCES b, PRIMARY KEY (a_id, b_id));
      """
    )
    let table = try #require(plan.tableIndex("a"))
    #expect(plan.resolve("b", form: .array, in: table) == .ambiguous(["j1", "j2"]))
  }

  @Test("a join table with another required column links nothing")
  func joinTableNeedsMore() throws {
    let plan = try Self.plan(
      """
      CREATE TABLE a (id TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE b (id TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE j (
        a_id REFERENCES a, b_id REFERENCES b, since TEXT NOT NULL, PRIMARY KEY (a_id, b_id));
      """
    )
    let table = try #require(plan.tableIndex("a"))
    #expect(plan.resolve("b", form: .array, in: table) == .unknown)
  }

  @Test("an object for a column without a foreign key is not one value")
  func objectForColumn() throws {
    let column = try column("title", of: "posts")
    #expect(try resolve("title", .object, in: "posts") == .notAValue(column: column))
  }

  @Test(
    "a member that the schema lacks is unknown in every form",
    arguments: [MemberForm.scalar, .object, .array, .null]
  )
  func unknown(form: MemberForm) throws {
    #expect(try resolve("shoe_size", form, in: "posts") == .unknown)
  }

  @Test("a foreign key to a missing table or column is left out", arguments: ["nowhere", "b"])
  func missingParent(parent: String) throws {
    let plan = try Self.plan(
      "CREATE TABLE b (x); CREATE TABLE a (id TEXT PRIMARY KEY, b_id REFERENCES \(parent) (id));"
    )
    let table = try plan.tables[#require(plan.tableIndex("a"))]
    #expect(table.foreignKeys.isEmpty)
    #expect(table.broken?.referencedTable == parent)
  }
}
