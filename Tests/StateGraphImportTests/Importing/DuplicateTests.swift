import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import Testing

@Suite("Several versions of one row")
struct DuplicateTests {
  private static let schema = """
    CREATE TABLE authors (
      id INTEGER PRIMARY KEY NOT NULL, name TEXT, born INTEGER CHECK (born > 0),
      rank INTEGER NOT NULL DEFAULT 7);
    CREATE TABLE posts (
      id INTEGER PRIMARY KEY NOT NULL, title TEXT, author_id INTEGER REFERENCES authors (id));
    CREATE TABLE tags (code TEXT COLLATE NOCASE PRIMARY KEY NOT NULL, label TEXT) WITHOUT ROWID;
    CREATE TABLE post_tags (
      post_id INTEGER NOT NULL REFERENCES posts (id), tag_code TEXT NOT NULL REFERENCES tags (code),
      position INTEGER, PRIMARY KEY (post_id, tag_code)) WITHOUT ROWID;
    """

  private func scene() throws -> ImportScene { try ImportScene(Self.schema) }

  /// One post for each author object.
  private func posts(_ authors: [String]) -> String {
    authors.enumerated().map { #"{"id":\#($0 + 1),"author":\#($1)}"# }.joined(separator: "\n")
  }

  private let ann = #"{"id":9,"name":"Ann"}"#
  private let anna = #"{"id":9,"name":"Anna"}"#

  private func counts(_ report: ImportReport, _ table: String) -> [Int] {
    report.tables.filter { $0.table == table }
      .flatMap { [$0.inserted, $0.updated, $0.unchanged] }
  }

  private func version(of scene: ImportScene) throws -> () throws -> SQLiteValue? {
    let connection = try Connection.open(try DatabaseLocation(path: scene.database), mode: .reader)
    return { try connection.firstValue("PRAGMA data_version") }
  }

  @Test(arguments: [nil, 1, 2])
  func `an import of two versions changes nothing the second time`(batchSize: Int?) throws {
    let scene = try scene()
    let text = posts([ann, anna, ann, anna])
    let first = try scene.run("posts.jsonl", text) { $0.batchSize = batchSize }
    #expect(counts(first, "authors") == [1, 1, 2])
    #expect(try scene.rows("SELECT name FROM authors") == [[.text("Anna")]])
    let before = try scene.dump()
    let second = try scene.run("posts.jsonl", text) { $0.batchSize = batchSize }
    #expect(second.changes == 0)
    #expect(counts(second, "authors") == [0, 0, 4])
    #expect(try scene.dump() == before)
    #expect(try scene.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'stategraph%'").isEmpty)
  }

  @Test func `the second import writes nothing to the file`() throws {
    let schema = Self.schema.replacing(" CHECK (born > 0)", with: "")
    let scene = try ImportScene(schema)
    let text = posts([ann, anna])
    try scene.run("posts.jsonl", text)
    let version = try version(of: scene)
    let before = try version()
    try scene.run("posts.jsonl", text)
    #expect(try version() == before)
  }

  @Test func `versions of links and of rows without a rowid change nothing the second time`() throws
  {
    let scene = try scene()
    let text = #"""
      {"id":1,"tags":[{"code":"a","label":"x"},{"code":"b","label":"y"}]}
      {"id":2,"tags":[{"code":"A","label":"z"},{"code":"c","label":"y"}]}
      """#
    let more = #"[{"code":"c","posts":[]},{"code":"b","label":"q"}]"#
    let files = [try scene.file("posts.jsonl", text), try scene.file("tags.json", more)]
    let first = try scene.run(files) { $0.keepsOrder = true }
    #expect(
      try scene.rows("SELECT code, label FROM tags") == [
        [.text("A"), .text("z")], [.text("b"), .text("q")], [.text("c"), .text("y")],
      ]
    )
    #expect(first.conflicts.map(\.table) == ["tags"])
    #expect(try scene.run(files) { $0.keepsOrder = true }.changes == 0)
  }

  @Test func `records of several files are versions too`() throws {
    let scene = try scene()
    let files = [
      try scene.file("a.csv", "id,name\n9,Ann\n"), try scene.file("b.csv", "id,name\n9,Anna\n"),
    ]
    for changes in [2, 0] {
      let report = try scene.run(files) { request in
        for index in request.inputs.indices { request.inputs[index].table = "authors" }
      }
      #expect(report.changes == changes)
      #expect(report.conflicts.map(\.records) == [1])
    }
  }

  @Test func `the report names table, columns, number and first place`() throws {
    let scene = try scene()
    for _ in 0..<2 {
      let report = try scene.run("posts.jsonl", posts([ann, anna, anna, ann]))
      let conflict = try #require(report.conflicts.first)
      #expect(report.conflicts.count == 1)
      #expect(conflict.table == "authors")
      #expect(conflict.columns == ["name"])
      #expect(conflict.records == 2)
      #expect(conflict.firstPlace?.line == 2)
    }
  }

  @Test func `a record that adds a value is no other version`() throws {
    let scene = try scene()
    let born = #"{"id":9,"born":1815,"rank":1}"#
    let report = try scene.run("posts.jsonl", posts([#"{"id":9,"name":null}"#, ann, born, ann]))
    #expect(report.conflicts.isEmpty)
    #expect(
      try scene.rows("SELECT name, born, rank FROM authors") == [
        [.text("Ann"), .integer(1815), .integer(1)]
      ]
    )
  }

  @Test func `a value that was in the file before is no version of this import`() throws {
    let scene = try scene()
    try scene.run("authors.jsonl", #"{"id":9,"name":"Old","born":1}"#)
    let report = try scene.run("posts.jsonl", posts([ann, #"{"id":9,"born":2}"#, ann]))
    #expect(report.conflicts.isEmpty)
    #expect(counts(report, "authors") == [0, 1, 2])
    #expect(try scene.rows("SELECT name, born FROM authors") == [[.text("Ann"), .integer(2)]])
  }

  @Test(arguments: [nil, "Ann", "Anna", "Old"])
  func `the first version wins if it should, whatever the file has`(name: String?) throws {
    let scene = try scene()
    if let name { try scene.run("authors.jsonl", #"{"id":9,"name":"\#(name)"}"#) }
    let other = #"{"id":9,"name":"Anna","born":1815}"#
    let report = try scene.run("posts.jsonl", posts([ann, other, anna])) { $0.onDuplicate = .first }
    #expect(
      try scene.rows("SELECT name, born FROM authors") == [[.text("Ann"), .integer(1815)]]
    )
    #expect(report.conflicts.map(\.records) == [2])
    let again = try scene.run("posts.jsonl", posts([ann, other])) { $0.onDuplicate = .first }
    #expect(again.changes == 0)
  }

  @Test(arguments: [nil, "Ann", "Anna", "Old"])
  func `a second version is refused if it should be, whatever the file has`(name: String?) throws {
    let scene = try scene()
    if let name { try scene.run("authors.jsonl", #"{"id":9,"name":"\#(name)"}"#) }
    let error = try scene.failure("posts.jsonl", posts([ann, ann, anna])) {
      $0.onDuplicate = .error
    }
    #expect(error.code == .duplicateIdentifier)
    #expect(error.message.contains("\"name\""))
    #expect(error.place?.line == 3)
  }

  @Test func `a version that a constraint forbids is refused at its place`() throws {
    let scene = try scene()
    let text = posts([#"{"id":9,"born":1}"#, #"{"id":9,"born":-1}"#, #"{"id":9,"born":2}"#])
    let error = try scene.failure("posts.jsonl", text)
    #expect(error.code == .constraint)
    #expect(error.place?.line == 2)
    let report = try scene.run("posts.jsonl", text) { $0.onError = .skip }
    #expect(report.rejects.count == 1)
    #expect(try scene.rows("SELECT born FROM authors") == [[.integer(2)]])
  }

  @Test func `a version that a trigger forbids is refused at its place`() throws {
    let scene = try ImportScene(
      Self.schema + """
        CREATE TRIGGER no_five BEFORE UPDATE ON authors WHEN NEW.born = 5
        BEGIN SELECT RAISE(ABORT, 'five'); END;
        """
    )
    let text = posts([#"{"id":9,"born":1}"#, #"{"id":9,"born":5}"#, #"{"id":9,"born":2}"#])
    let error = try scene.failure("posts.jsonl", text)
    #expect(error.code == .constraint)
    #expect(error.place?.line == 2)
    #expect(try scene.rows("SELECT * FROM authors").isEmpty)
  }

  @Test func `another row may take a unique value that a row gives up`() throws {
    let scene = try ImportScene("CREATE TABLE seats (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
    try scene.run("seats.jsonl", #"{"id":1,"name":"x"}{"id":2,"name":"y"}"#)
    try scene.run("seats.jsonl", #"{"id":2,"name":"z"}{"id":1,"name":"y"}"#)
    #expect(
      try scene.rows("SELECT name FROM seats ORDER BY id") == [[.text("y")], [.text("z")]]
    )
  }

  @Test func `replaced rows and mentions of them change nothing the second time`() throws {
    let scene = try scene()
    let text = #"""
      {"id":1,"title":"a","author":{"id":9,"name":"Ann","born":3}}
      {"id":2,"title":"b","author":{"id":9,"name":"Anna"}}
      """#
    let files = [
      try scene.file("authors.jsonl", #"{"id":9,"name":"A"}"#), try scene.file("posts.jsonl", text),
    ]
    try scene.run(files) { $0.onConflict = .replace }
    let before = try scene.dump()
    #expect(try scene.run(files) { $0.onConflict = .replace }.changes == 0)
    #expect(try scene.dump() == before)
  }

  @Test func `a stopped import writes the versions that it has read`() throws {
    let scene = try scene()
    try scene.run("authors.jsonl", ann)
    let many = (2...3_000).map { #"{"id":\#($0)}"# }.joined(separator: "\n")
    let path = try scene.file("posts.jsonl", posts([anna]) + "\n" + many)
    let request = ImportRequest(inputs: [ImportInput(path: path)])
    #expect(throws: ImportError.self) {
      try Importer(path: scene.database).run(request) { $0.records > 1_000 ? .stop : .proceed }
    }
    #expect(try scene.rows("SELECT name FROM authors") == [[.text("Anna")]])
    #expect(try Importer(path: scene.database).run(request).resumedRecords > 0)
  }
}
