import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@Suite("A link says things of itself")
struct LinkAttributeTests {
  private static let schema = """
    CREATE TABLE posts (id TEXT PRIMARY KEY NOT NULL);
    CREATE TABLE tags (id TEXT PRIMARY KEY NOT NULL, label TEXT, weight INTEGER);
    CREATE TABLE post_tags (post_id TEXT NOT NULL REFERENCES posts, tag_id TEXT NOT NULL
      REFERENCES tags, position INTEGER NOT NULL, added_by TEXT, weight INTEGER,
      loud TEXT GENERATED ALWAYS AS (upper(added_by)), PRIMARY KEY (post_id, tag_id));
    """

  private func links(_ scene: ImportScene) throws -> [[SQLiteValue]] {
    try scene.rows("SELECT tag_id, position, added_by FROM post_tags ORDER BY position")
  }

  @Test func `members of a nested record that are columns of the join table are the link's`() throws
  {
    let scene = try ImportScene(Self.schema)
    let text = #"""
      {"id":"p","tags":[{"id":"a","label":"A","addedBy":"ada"},{"id":"b","label":"B","position":7},
      {"id":"c","label":null,"position":3,"ADDED_BY":null,"weight":5}]}
      """#
    try scene.run("posts.json", text)
    #expect(
      try links(scene) == [
        [.text("a"), .integer(0), .text("ada")], [.text("c"), .integer(3), .null],
        [.text("b"), .integer(7), .null],
      ]
    )
    // A column that both tables have belongs to the record.
    #expect(
      try scene.rows(
        "SELECT weight FROM tags WHERE id = 'c' UNION ALL SELECT max(weight) FROM post_tags"
      )
        == [[.integer(5)], [.null]]
    )
    #expect(try scene.run("posts.json", text).changes == 0)
  }

  @Test(arguments: ["post_id, position", "post_id, tag_id, position"])
  func `links that are known by their position are all kept`(key: String) throws {
    let scene = try ImportScene(
      """
      CREATE TABLE posts (id TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE tags (id TEXT PRIMARY KEY NOT NULL, label TEXT);
      CREATE TABLE post_tags (post_id TEXT NOT NULL REFERENCES posts, tag_id TEXT NOT NULL
        REFERENCES tags, position INTEGER NOT NULL, PRIMARY KEY (\(key)));
      """
    )
    let tags = #"{"id":"a","label":"A"},{"id":"b","label":"B"},"a""#
    let text = #"{"id":"p","tags":["# + tags + "]}"
    try scene.run("posts.json", text)
    #expect(
      try scene.rows("SELECT tag_id, position FROM post_tags ORDER BY position") == [
        [.text("a"), .integer(0)], [.text("b"), .integer(1)], [.text("a"), .integer(2)],
      ]
    )
    #expect(try scene.run("posts.json", text).changes == 0)
  }

  @Test func `two links with one position are an error where it is their key`() throws {
    let scene = try ImportScene(
      """
      CREATE TABLE posts (id TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE tags (id TEXT PRIMARY KEY NOT NULL, label TEXT);
      CREATE TABLE post_tags (post_id TEXT NOT NULL REFERENCES posts, tag_id TEXT NOT NULL
        REFERENCES tags, position INTEGER NOT NULL, PRIMARY KEY (post_id, position));
      """
    )
    let tags = #"{"id":"a","label":"A","position":4},{"id":"b","label":"B","position":4}"#
    let error = try scene.failure("posts.json", #"{"id":"p","tags":["# + tags + "]}")
    #expect(error.code == .duplicateIdentifier)
    #expect(error.place?.column == 55)
  }

  @Test func `a nested record with nothing but its key and the link's members is a reference`()
    throws
  {
    let scene = try ImportScene(Self.schema)
    let text = #"{"id":"p","tags":[{"id":"a","added_by":"ada"}]}"#
    #expect(try scene.failure("posts.json", text).code == .danglingReference)
    try scene.run("tags.csv", "id,label\na,A\n")
    let report = try scene.run("posts.json", text)
    #expect(report.tables.map(\.table) == ["post_tags", "posts"])
    #expect(try scene.rows("SELECT label FROM tags") == [[.text("A")]])
  }

  @Test(arguments: [
    (#""nope":1"#, ImportError.Code.unknownColumn, "1:29"),
    (#""loud":"x""#, .unknownColumn, "1:29"), (#""post_id":"p""#, .unknownColumn, "1:29"),
    (#""position":"x""#, .wrongType, "1:40"), (#""position":1.5"#, .wrongType, "1:40"),
    (#""added_by":"a","addedBy":"b""#, .duplicateKey, "1:44"),
  ])
  func `a member that fits neither table is refused at its place`(
    member: String,
    code: ImportError.Code,
    place: String
  ) throws {
    let scene = try ImportScene(Self.schema)
    let error = try scene.failure("posts.json", #"{"id":"p","tags":[{"id":"a",\#(member)}]}"#)
    #expect(error.code == code)
    #expect(error.lineAndColumn == place)
  }

  @Test func `a mapping of the join table renames the link's members`() throws {
    let scene = try ImportScene(Self.schema)
    var mapping = ImportMapping()
    mapping.tables["post_tags"] = TableMapping()
    mapping.tables["post_tags"]?.renames = ["by": "added_by"]
    try scene.run("posts.json", #"{"id":"p","tags":[{"id":"a","label":"A","by":"ada"}]}"#) {
      $0.mapping = .value(mapping)
    }
    #expect(try links(scene) == [[.text("a"), .integer(0), .text("ada")]])
  }

  @Test func `a link that a later record leaves out stays`() throws {
    let scene = try ImportScene(Self.schema)
    try scene.run(
      "posts.json",
      #"{"id":"p","tags":[{"id":"a","label":"A"},{"id":"b","label":"B"}]}"#
    )
    for text in [
      #"{"id":"p","tags":[{"id":"b"}]}"#, #"{"id":"p","tags":[]}"#, #"{"id":"p","tags":null}"#,
    ] {
      try scene.run("posts.json", text)
      #expect(try scene.rows("SELECT count(*) FROM post_tags") == [[.integer(2)]])
    }
  }
}
