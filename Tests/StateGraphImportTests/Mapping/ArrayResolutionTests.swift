import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@Suite("The table that an array means")
struct ArrayResolutionTests {
  @Test func `a join table may refer to one table twice`() throws {
    let scene = try ImportScene(
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE friendships (person_id INTEGER NOT NULL REFERENCES people (id),
        friend_id INTEGER NOT NULL REFERENCES people (id), since INTEGER,
        PRIMARY KEY (person_id, friend_id));
      """
    )
    let text = """
      [{"id": 1, "name": "A", "friends": [{"id": 2, "name": "B", "since": 1999}, 3]},
       {"id": 3, "name": "C", "friends": [{"id": 1}]}]
      """
    try scene.run("people.json", text)
    #expect(
      try scene.rows("SELECT person_id, friend_id, since FROM friendships ORDER BY 1, 2") == [
        [.integer(1), .integer(2), .integer(1999)], [.integer(1), .integer(3), .null],
        [.integer(3), .integer(1), .null],
      ]
    )
    #expect(try scene.run("people.json", text).changes == 0)
  }

  @Test func `the rows of a join table may be nested in one of its two sides`() throws {
    let scene = try ImportScene(
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY);
      CREATE TABLE friendships (person_id INTEGER NOT NULL REFERENCES people (id),
        friend_id INTEGER NOT NULL REFERENCES people (id), PRIMARY KEY (person_id, friend_id));
      """
    )
    try scene.run("people.json", #"[{"id":1,"friendships":[{"friend_id":2}]},{"id":2}]"#)
    #expect(
      try scene.rows("SELECT person_id, friend_id FROM friendships")
        == [[.integer(1), .integer(2)]]
    )
  }

  @Test func `a table that begins with the name of the record's table comes first`() throws {
    let scene = try ImportScene(
      """
      CREATE TABLE posts (id INTEGER PRIMARY KEY);
      CREATE TABLE tags (id INTEGER PRIMARY KEY, post_id INTEGER REFERENCES posts (id));
      CREATE TABLE post_tags (name TEXT PRIMARY KEY, post_id INTEGER REFERENCES posts (id));
      """
    )
    try scene.run("posts.json", #"[{"id":1,"tags":[{"name":"a"}]}]"#)
    #expect(try scene.rows("SELECT name, post_id FROM post_tags") == [[.text("a"), .integer(1)]])
  }

  @Test func `a column for JSON text takes objects, arrays and their text`() throws {
    let scene = try ImportScene(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, details_json TEXT, plain TEXT)
      """
    )
    try scene.run(
      "t.json",
      #"[{"id":1,"details":{"a":[1,{"b":"c\n"}]}},{"id":2,"details_json":"[]"}]"#
    )
    #expect(
      try scene.rows("SELECT details_json FROM t ORDER BY id")
        == [[.text(#"{"a":[1,{"b":"c\n"}]}"#)], [.text("[]")]]
    )
    let error = try scene.failure("t.json", #"[{"id":3,"plain":{"a":1}}]"#)
    #expect(error.code == .wrongType)
  }

  @Test(arguments: ["INTEGER CHECK (x IN (0, 1))", "BOOL", "boolean"])
  func `true and false in a CSV field are values of a boolean column`(type: String) throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, x \(type))")
    try scene.run("t.csv", "id,x\n1,true\n2,FALSE\n3,1\n4,\n")
    #expect(
      try scene.rows("SELECT x FROM t ORDER BY id")
        == [[.integer(1)], [.integer(0)], [.integer(1)], [.null]]
    )
  }
}
