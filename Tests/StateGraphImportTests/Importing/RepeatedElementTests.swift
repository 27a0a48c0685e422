import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import Testing

@Suite("Elements that an array repeats")
struct RepeatedElementTests {
  private func scene(_ key: String) throws -> ImportScene {
    try ImportScene(
      """
      CREATE TABLE posts (id INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE tags (id INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE post_tags (
        post_id INTEGER NOT NULL REFERENCES posts, tag_id INTEGER NOT NULL REFERENCES tags,
        position INTEGER NOT NULL\(key)) STRICT;
      INSERT INTO tags VALUES (7), (8);
      """
    )
  }

  private static let text = #"[{"id": 1, "tags": [7, 7, 8]}]"#

  private func tags(_ scene: ImportScene) throws -> [[SQLiteValue]] {
    try scene.rows("SELECT tag_id, position FROM post_tags ORDER BY position")
  }

  @Test(arguments: [", PRIMARY KEY (post_id, position)", ""])
  func `they are kept where the join table has room for them`(key: String) throws {
    let scene = try scene(key)
    try scene.run("posts.json", Self.text)
    #expect(try tags(scene) == [[7, 0], [7, 1], [8, 2]].map { $0.map { .integer($0) } })
    #expect(try scene.run("posts.json", Self.text).changes == 0)
  }

  @Test func `where one row stands for them, the first one is kept, or the record is refused`()
    throws
  {
    let key = ", PRIMARY KEY (post_id, tag_id)"
    let keeping = try scene(key)
    try keeping.run("posts.json", Self.text)
    #expect(try tags(keeping) == [[7, 0], [8, 2]].map { $0.map { .integer($0) } })
    #expect(try keeping.run("posts.json", Self.text).changes == 0)
    let refusing = try scene(key)
    let error = try refusing.failure("posts.json", Self.text) { $0.onDuplicate = .error }
    #expect(error.code == .constraint && error.place?.column == 24)
    #expect(error.remedy.contains("primary key"))
    #expect(try refusing.rows("SELECT 1 FROM posts").isEmpty)
  }
}
