import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import Testing

@Suite struct ConflictPolicyTests {
  private func scene() throws -> ImportScene {
    let scene = try ImportScene(
      """
      CREATE TABLE users (
        id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, bio TEXT,
        rank INTEGER NOT NULL DEFAULT 7, seen TEXT DEFAULT CURRENT_TIMESTAMP);
      CREATE TABLE posts (
        id INTEGER PRIMARY KEY, title TEXT,
        author_id TEXT REFERENCES users (id) ON DELETE CASCADE);
      INSERT INTO users VALUES ('ada', 'Ada', 'Poet', 9, '1843');
      INSERT INTO posts VALUES (1, 'Notes', 'ada');
      """
    )
    return scene
  }

  private let users = "SELECT id, name, bio, rank FROM users ORDER BY id" as SQL

  private func counts(_ report: ImportReport, _ table: String) -> [Int] {
    report.tables.filter { $0.table == table }
      .flatMap { [$0.inserted, $0.updated, $0.unchanged] }
  }

  @Test(arguments: ["csv", "jsonl"])
  func `replace sets columns that the record lacks to their default or NULL`(format: String) throws
  {
    let scene = try scene()
    let text = format == "csv" ? "id,name\nada,Ada L.\n" : #"{"id":"ada","name":"Ada L."}"#
    let report = try scene.run("users." + format, text) { $0.onConflict = .replace }
    #expect(counts(report, "users") == [0, 1, 0])
    #expect(try scene.rows(users) == [[.text("ada"), .text("Ada L."), .null, .integer(7)]])
  }

  @Test func `replace keeps the row, so nothing that refers to it is deleted`() throws {
    let scene = try scene()
    let before = try scene.rows("SELECT rowid FROM users")
    try scene.run("users.csv", "id,name\nada,B\n") { $0.onConflict = .replace }
    #expect(try scene.rows("SELECT rowid FROM users") == before)
    #expect(try scene.rows("SELECT title FROM posts") == [[.text("Notes")]])
  }

  @Test func `replace changes nothing the second time, computed defaults included`() throws {
    let scene = try scene()
    let text = "id,name,bio\nada,Ada,\nbob,Bob,x\n"
    try scene.run("users.csv", text) { $0.onConflict = .replace }
    try WriterConnection.open(try DatabaseLocation(path: scene.database))
      .run("UPDATE users SET seen = 'long ago'")
    let before = try scene.dump()
    let report = try scene.run("users.csv", text) { $0.onConflict = .replace }
    #expect(counts(report, "users") == [0, 0, 2])
    #expect(try scene.dump() == before)
  }

  @Test func `replace refuses a record that is no whole row`() throws {
    let error = try scene().failure("users.csv", "id,bio\nada,x\n") { $0.onConflict = .replace }
    #expect(error.code == .missingValue)
    #expect(error.lineAndColumn == "2:1")
  }

  @Test(arguments: [ConflictPolicy.replace, .ignore, .error])
  func `a nested record is merged whatever the policy`(policy: ConflictPolicy) throws {
    let scene = try scene()
    try scene.run("posts.jsonl", #"{"id":2,"author":{"id":"ada","name":"Ada L."}}"#) {
      $0.onConflict = policy
    }
    #expect(
      try scene.rows(users) == [[.text("ada"), .text("Ada L."), .text("Poet"), .integer(9)]]
    )
  }

  @Test(arguments: [DanglingPolicy.reject, .null, .keep])
  func `replace clears a reference that the record leaves out`(policy: DanglingPolicy) throws {
    let scene = try scene()
    try scene.run("posts.csv", "id,title\n1,Notes\n") {
      $0.onConflict = .replace
      $0.dangling = policy
    }
    #expect(try scene.rows("SELECT title, author_id FROM posts") == [[.text("Notes"), .null]])
  }

  @Test func `a reference that waits for its row is forgotten when a later record replaces it`()
    throws
  {
    let scene = try scene()
    try scene.run([
      try scene.file("posts.csv", "id,title,author_id\n1,x,late\n"),
      try scene.file("posts.jsonl", #"{"id":1,"title":"y"}"#),
      try scene.file("users.csv", "id,name\nlate,L\n"),
    ]) {
      $0.onConflict = .replace
      $0.dangling = .null
    }
    #expect(try scene.rows("SELECT title, author_id FROM posts") == [[.text("y"), .null]])
  }

  @Test func `ignore leaves existing rows and inserts new rows`() throws {
    let scene = try scene()
    let report = try scene.run("users.csv", "id,name\nada,X\nbob,Bob\n") {
      $0.onConflict = .ignore
    }
    #expect(counts(report, "users") == [1, 0, 1])
    #expect(
      try scene.rows(users) == [
        [.text("ada"), .text("Ada"), .text("Poet"), .integer(9)],
        [.text("bob"), .text("Bob"), .null, .integer(7)],
      ]
    )
  }

  @Test func `an ignored record may refer to a missing row`() throws {
    let scene = try scene()
    let report = try scene.run("posts.csv", "id,author_id\n1,gone\n") { $0.onConflict = .ignore }
    #expect(report.dangling.isEmpty)
    #expect(report.changes == 0)
  }

  @Test(arguments: ["csv", "jsonl"])
  func `error names the record whose key is taken, and keeps nothing`(format: String) throws {
    let csv = "name,id\nBob,bob\nAda,ada\n"
    let lines = "{\"name\":\"Bob\",\"id\":\"bob\"}\n{\"name\":\"Ada\",\"id\":\"ada\"}\n"
    let error = try scene().failure("users." + format, format == "csv" ? csv : lines) {
      $0.onConflict = .error
    }
    #expect(error.code == .duplicateIdentifier)
    #expect(error.lineAndColumn == (format == "csv" ? "3:5" : "2:20"))
    #expect(error.message.contains("already has a row with this key"))
    #expect(!error.description.contains("ada"))
  }

  @Test(arguments: ConflictPolicy.allCases)
  func `a key twice in one input is an error under every policy`(policy: ConflictPolicy) throws {
    for table in ["WITHOUT ROWID", ""] {
      let scene = try ImportScene("CREATE TABLE t (k TEXT PRIMARY KEY NOT NULL, v TEXT) \(table)")
      let error = try scene.failure("t.csv", "k,v\na,1\nb,2\na,3\n") { $0.onConflict = policy }
      #expect(error.code == .duplicateIdentifier)
      #expect(error.lineAndColumn == "4:1")
      #expect(error.message.contains("earlier record of this input"))
    }
  }

  @Test func `a taken key is met in a table without rowids, and under a key of two columns`()
    throws
  {
    let scene = try ImportScene(
      """
      CREATE TABLE t (a TEXT, b INTEGER, v TEXT, w TEXT DEFAULT 'w',
        PRIMARY KEY (b, a)) WITHOUT ROWID;
      INSERT INTO t VALUES ('x', 1, 'v', 'other');
      """
    )
    try scene.run("t.csv", "a,b\nx,1\n") { $0.onConflict = .replace }
    #expect(
      try scene.rows("SELECT * FROM t") == [[.text("x"), .integer(1), .null, .text("w")]]
    )
    #expect(
      try scene.failure("t.csv", "a,b\nx,1\n") { $0.onConflict = .error }.code
        == .duplicateIdentifier
    )
  }
}
