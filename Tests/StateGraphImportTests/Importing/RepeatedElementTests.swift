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

  @Test func `they are refused where one row stands for them, with the option that keeps one`()
    throws
  {
    let key = ", PRIMARY KEY (post_id, tag_id)"
    let error = try scene(key).failure("posts.json", Self.text)
    #expect(error.code == .constraint && error.place?.column == 24)
    #expect(error.remedy.contains("--on-duplicate first"))
    let scene = try scene(key)
    try scene.run("posts.json", Self.text) { $0.onDuplicate = .first }
    #expect(try tags(scene) == [[7, 0], [8, 2]].map { $0.map { .integer($0) } })
    let rejecting = try self.scene(key)
    #expect(try rejecting.run("posts.json", Self.text) { $0.onError = .skip }.rejects.count == 1)
    #expect(try rejecting.rows("SELECT 1 FROM posts").isEmpty)
  }
}
