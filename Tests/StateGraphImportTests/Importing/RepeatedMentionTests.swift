import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import Testing

/// A nested record that is repeated is read once. The result must be the same.
@Suite("Nested records that repeat")
struct RepeatedMentionTests {
  private func scene(_ more: String = "") throws -> ImportScene {
    try ImportScene(
      """
      CREATE TABLE authors (id TEXT PRIMARY KEY NOT NULL, name TEXT, born INTEGER);
      CREATE TABLE tags (id TEXT PRIMARY KEY NOT NULL, label TEXT);
      CREATE TABLE posts (
        id TEXT PRIMARY KEY NOT NULL, author_id TEXT REFERENCES authors (id));
      CREATE TABLE post_tags (
        post_id TEXT NOT NULL REFERENCES posts (id), tag_id TEXT NOT NULL REFERENCES tags (id),
        position INTEGER, PRIMARY KEY (post_id, tag_id)) WITHOUT ROWID;
      \(more)
      """
    )
  }

  private func posts(_ authors: [String]) -> String {
    authors.enumerated().map { #"{"id":"p\#($0)","author":\#($1)}"# }.joined(separator: "\n")
  }

  private func counts(_ report: ImportReport, _ table: String) -> [Int] {
    report.tables.filter { $0.table == table }
      .flatMap { [$0.inserted, $0.updated, $0.unchanged] }
  }

  @Test func `the last mention counts, however often another came before`() throws {
    let scene = try scene()
    let (ada, lovelace) = (#"{"id":"a","name":"Ada"}"#, #"{"id":"a","name":"Lovelace"}"#)
    let report = try scene.run("posts.jsonl", posts([ada, ada, lovelace, lovelace, ada, ada]))
    #expect(counts(report, "authors") == [1, 0, 5])
    #expect(try scene.rows("SELECT name FROM authors") == [[.text("Ada")]])
    #expect(try scene.rows("SELECT count(*) FROM posts WHERE author_id = 'a'") == [[.integer(6)]])
  }

  @Test(arguments: [
    #"{"name":"Ada","id":"a"}"#, #"{"id":"a", "name":"Ada"}"#, #"{"id":"a","name":"\u0041da"}"#,
    #"{"id":"a","name":"Ada","born":null}"#, #"{"id":"a","name":null}"#, #"{"id":"a"}"#,
  ])
  func `another spelling of the same changes nothing`(spelling: String) throws {
    let scene = try scene()
    let ada = #"{"id":"a","name":"Ada"}"#
    let report = try scene.run("posts.jsonl", posts([ada, spelling, ada, spelling]))
    #expect(counts(report, "authors").prefix(2) == [1, 0])
    #expect(try scene.rows("SELECT name FROM authors") == [[.text("Ada")]])
    #expect(try scene.rows("SELECT count(*) FROM posts WHERE author_id = 'a'") == [[.integer(4)]])
  }

  @Test func `values of different kinds are not one value`() throws {
    let scene = try scene()
    let error = try scene.failure(
      "posts.jsonl",
      posts([#"{"id":"a","name":"true"}"#, #"{"id":"a","name":true}"#])
    )
    #expect(error.code == .wrongType)
    #expect(error.place?.line == 2)
  }

  @Test func `a record of the table itself is not forgotten by a mention after it`() throws {
    let scene = try scene()
    let ada = #"{"id":"a","name":"Ada"}"#
    try scene.run("posts.jsonl", posts([ada]))
    let files = [
      try scene.file("posts.jsonl", posts([ada, ada])),
      try scene.file("authors.csv", "id,name\na,Countess\n"),
      try scene.file("more.jsonl", #"{"id":"p9","author":\#(ada)}"#),
    ]
    try scene.run(files) { $0.inputs[2].table = "posts" }
    #expect(try scene.rows("SELECT name FROM authors") == [[.text("Ada")]])
  }

  @Test func `an author that a trigger deletes is missing`() throws {
    let scene = try scene(
      """
      CREATE TRIGGER gone AFTER INSERT ON authors BEGIN
        DELETE FROM authors WHERE id = NEW.id AND NEW.name = 'Nobody'; END;
      """
    )
    let nobody = #"{"id":"n","name":"Nobody"}"#
    let error = try scene.failure("posts.jsonl", posts([nobody, nobody]))
    #expect(error.code == .danglingReference)
    #expect(error.message.contains("2 records"))
  }

  @Test func `a link of a post that a trigger deletes is a dangling reference`() throws {
    let scene = try scene(
      "CREATE TRIGGER gone AFTER INSERT ON posts BEGIN DELETE FROM posts WHERE id = NEW.id; END;"
    )
    let error = try scene.failure(
      "posts.jsonl",
      #"{"id":"p","tags":[{"id":"t","label":"x"}]}"#
    )
    #expect(error.code == .danglingReference)
  }

  @Test(arguments: [1, 2, 16, 17, 100])
  func `a link that comes twice in an array counts once`(count: Int) throws {
    let scene = try scene()
    let tags = (0..<count).map { #"{"id":"t\#($0)","label":"x"}"# }
    let list = (tags + tags.reversed()).joined(separator: ",")
    for _ in 0..<2 {
      let posts = ["p", "q"].map { #"{"id":"\#($0)","tags":[\#(list)]}"# }
      try scene.run("posts.jsonl", posts.joined(separator: "\n"))
      let rows = try scene.rows(
        "SELECT tag_id, position FROM post_tags WHERE post_id = 'q' ORDER BY position"
      )
      #expect(rows == (0..<count).map { [.text("t\($0)"), .integer(Int64($0))] })
    }
  }
}
