import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import Testing

@Suite("Records are merged into rows by key")
struct MergeTests {
  private func scene() throws -> ImportScene {
    try ImportScene(
      """
      CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, bio TEXT, age INTEGER);
      CREATE TABLE posts (
        id INTEGER PRIMARY KEY, title TEXT COLLATE NOCASE,
        author_id TEXT REFERENCES users (id));
      """
    )
  }

  private func counts(_ report: ImportReport, _ table: String) -> [Int] {
    report.tables.filter { $0.table == table }
      .flatMap { [$0.inserted, $0.updated, $0.unchanged] }
  }

  @Test("absent and null values erase nothing")
  func nothingIsErased() throws {
    let scene = try scene()
    try scene.run("users.csv", "id,name,bio,age\nada,Ada,Poet,36\n")
    let report = try scene.run("users.jsonl", #"{"id":"ada","name":"Ada L.","bio":null}"#)
    #expect(counts(report, "users") == [0, 1, 0])
    #expect(
      try scene.rows("SELECT name, bio, age FROM users") == [
        [.text("Ada L."), .text("Poet"), .integer(36)]
      ]
    )
  }

  @Test("a second run changes nothing", arguments: ["users.csv", "users.jsonl"])
  func secondRun(name: String) throws {
    let scene = try scene()
    let text =
      name.hasSuffix("csv")
      ? "id,name,bio\na,A,\nb,B,x\n"
      : "{\"id\":\"a\",\"name\":\"A\"}\n{\"id\":\"b\",\"name\":\"B\"}"
    try scene.run(name, text)
    let before = try scene.dump()
    let report = try scene.run(name, text)
    #expect(report.changes == 0)
    #expect(counts(report, "users") == [0, 0, 2])
    #expect(try scene.dump() == before)
  }

  @Test("a change of case is a change, even in a NOCASE column")
  func changeOfCase() throws {
    let scene = try scene()
    try scene.run("posts.csv", "id,title\n1,hello\n")
    #expect(try scene.run("posts.csv", "id,title\n1,Hello\n").changes == 1)
    #expect(try scene.rows("SELECT title FROM posts") == [[.text("Hello")]])
  }

  @Test(arguments: [
    ("people.csv", "name,age\nAnna,2\n"), ("people.jsonl", "{\"name\":\"Anna\",\"age\":2}\n"),
    ("people.csv", "name\nAnna\n"),
  ])
  func `a key gets the case of the record`(name: String, text: String) throws {
    let scene = try ImportScene(
      """
      CREATE TABLE people (name TEXT PRIMARY KEY NOT NULL COLLATE NOCASE, age INTEGER);
      CREATE TABLE pets (id INTEGER PRIMARY KEY, owner TEXT REFERENCES people (name));
      """
    )
    try scene.run("people.csv", "name,age\nanna,2\n")
    try scene.run("pets.csv", "id,owner\n1,anna\n")
    let report = try scene.run(name, text)
    #expect(counts(report, "people") == [0, 1, 0])
    #expect(try scene.rows("SELECT name, age FROM people") == [[.text("Anna"), .integer(2)]])
    #expect(try scene.run(name, text).changes == 0)
    // A mention by the key alone changes nothing.
    try scene.run("pets.jsonl", "{\"id\":2,\"owner\":{\"name\":\"ANNA\"}}\n")
    #expect(try scene.rows("SELECT name FROM people") == [[.text("Anna")]])
  }

  @Test("a partial record updates a row that is there")
  func partialUpdates() throws {
    let scene = try scene()
    try scene.run("users.csv", "id,name\nada,Ada\n")
    let report = try scene.run("users.csv", "id,bio\nada,Poet\n")
    #expect(counts(report, "users") == [0, 1, 0])
  }

  @Test("a partial record of a row that is not there is refused with its place")
  func partialOfNothing() throws {
    let error = try scene().failure(
      "posts.jsonl",
      #"{"id":1,"author":{"id":"ada","bio":"Poet"}}"#
    )
    #expect(error.code == .missingValue)
    #expect(error.lineAndColumn == "1:18")
    #expect(error.message.contains("\"name\""))
  }

  @Test("an author in a thousand posts is one row, in full once and by key ever after")
  func oneAuthor() throws {
    let scene = try scene()
    var text = #"{"id":0,"title":"t","author":{"id":"ada","name":"Ada"}}"# + "\n"
    for id in 1..<1000 {
      text += #"{"id":\#(id),"title":"t","author":\#(id % 2 == 0 ? "\"ada\"" : #"{"id":"ada"}"#)}"#
      text += "\n"
    }
    let report = try scene.run("posts.jsonl", text)
    #expect(counts(report, "users") == [1, 0, 0])
    #expect(counts(report, "posts") == [1000, 0, 0])
  }

  @Test("of repeated mentions that differ the last one counts")
  func lastMention() throws {
    let scene = try scene()
    let text = ["A", "A", "B", "A"].enumerated().map {
      #"{"id":\#($0),"author":{"id":"ada","name":"\#($1)"}}"#
    }
    let report = try scene.run("posts.jsonl", text.joined(separator: "\n"))
    #expect(counts(report, "users") == [1, 0, 3])
    #expect(try scene.rows("SELECT name FROM users") == [[.text("A")]])
  }

  @Test("a key twice at the top of one input is refused", arguments: ["csv", "jsonl"])
  func duplicateKey(format: String) throws {
    let csv = "id,title\n1,a\n2,b\n1,a\n"
    let lines = "{\"id\":1}\n{\"id\":2}\n{\"id\":1}\n"
    let error = try scene().failure("posts." + format, format == "csv" ? csv : lines)
    #expect(error.code == .duplicateIdentifier)
    #expect(error.lineAndColumn == (format == "csv" ? "4:1" : "3:7"))
  }

  @Test("a key twice is found in a table without rowids too")
  func duplicateKeyWithoutRowID() throws {
    let scene = try ImportScene(
      "CREATE TABLE t (a TEXT, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID"
    )
    let error = try scene.failure("t.csv", "b,a\n1,x\n2,x\n1,x\n")
    #expect(error.code == .duplicateIdentifier)
  }

  @Test("the same key in two inputs is merged")
  func twoInputs() throws {
    let scene = try scene()
    let first = try scene.file("users.csv", "id,name\na,A\n")
    let report = try scene.run([first, try scene.file("users.copy.csv", "id,name\na,A\n")])
    #expect(counts(report, "users") == [1, 0, 1])
  }

  @Test("links keep the order of the first mention and a second run changes none")
  func links() throws {
    let scene = try ImportScene.samples()
    let text = """
      {"id":"b","title":"B","author":{"id":"a","name":"A"},\
      "tags":[{"id":"x","name":"X"},{"id":"y","name":"Y"},"x"]}
      """
    try scene.run("books.jsonl", text)
    #expect(
      try scene.rows("SELECT tag_id, position FROM book_tags ORDER BY position") == [
        [.text("x"), .integer(0)], [.text("y"), .integer(1)],
      ]
    )
    #expect(try scene.run("books.jsonl", text).changes == 0)
  }

  @Test("a nested record that names another parent is refused")
  func contradictingParent() throws {
    let error = try ImportScene.samples().failure(
      "users.jsonl",
      #"{"id":"u","name":"U","posts":[{"id":"p","title":"P","author_id":"v"}]}"#
    )
    #expect(error.code == .constraint)
  }

  @Test("a rule of the table is named with the record's place")
  func constraint() throws {
    let scene = try ImportScene(
      "CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, code TEXT UNIQUE)"
    )
    let error = try scene.failure("t.csv", "id,code\na,secret\nb,secret\n")
    #expect(error.code == .constraint)
    #expect(error.lineAndColumn == "3:1")
    #expect(!error.description.contains("secret"))
  }
}
