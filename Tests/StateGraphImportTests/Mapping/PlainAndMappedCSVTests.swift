import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

/// A CSV input has one meaning: a mapping changes only the members that it names.
@Suite("CSV under a mapping follows the rules of plain CSV")
struct PlainAndMappedCSVTests {
  private static let schema = """
    CREATE TABLE authors (id TEXT PRIMARY KEY NOT NULL);
    CREATE TABLE posts (id TEXT PRIMARY KEY NOT NULL, title TEXT, score INTEGER DEFAULT 5,
      share REAL, rank INTEGER NOT NULL DEFAULT 7, author_id TEXT REFERENCES authors,
      loud TEXT GENERATED ALWAYS AS (upper(title)));
    INSERT INTO authors VALUES ('ada');
    """

  /// A mapping of the table that names nothing in the inputs.
  private static func mapping() -> ImportMapping {
    var mapping = ImportMapping()
    var table = TableMapping()
    table.ignored = ["nothing here"]
    mapping.tables["posts"] = table
    return mapping
  }

  /// The rows or the error of an import, as text.
  private func outcome(
    _ text: String,
    isMapped: Bool,
    _ change: (inout ImportRequest) -> Void
  ) throws -> String {
    let scene = try ImportScene(Self.schema)
    do {
      let report = try scene.run("posts.csv", text) {
        if isMapped { $0.mapping = .value(Self.mapping()) }
        change(&$0)
      }
      let rejects = report.rejects.groups.flatMap(\.first).map(\.message)
      return "\(try scene.rows("SELECT * FROM posts ORDER BY id")) \(rejects)"
    } catch let error as ImportError {
      return "\(error.code) \(error.lineAndColumn) \(error.message). \(error.remedy)"
    }
  }

  private func expectSameOutcome(
    _ text: String,
    _ change: (inout ImportRequest) -> Void = { _ in }
  ) throws {
    let plain = try outcome(text, isMapped: false, change)
    let mapped = try outcome(text, isMapped: true, change)
    #expect(plain == mapped, "\(text)")
  }

  @Test(arguments: [
    "id,title,score\na,,\nb,\"\",1\n",
    "id,score\na,\"\"\n",
    "id,share\na,\"\"\n",
    "id,rank\na,\n",
    "id,rank\na,\"\"\n",
    "id,score\na,007\n",
    "id,author\na,ada\nb,\n",
  ])
  func `a value means the same with a mapping and without`(text: String) throws {
    try expectSameOutcome(text)
  }

  @Test(arguments: [
    "id,score\na,NA\nb,\"NA\"\n", "id,title\na,NA\nb,\"NA\"\n", "id,rank\na,NA\n",
  ])
  func `a spelling of NULL means the same with a mapping and without`(text: String) throws {
    try expectSameOutcome(text) { $0.nullSpellings = ["NA"] }
  }

  @Test(arguments: [
    "", "id,id\na,b\n", "title\nT\n", "id,loud\na,A\n", "id,titel\na,T\n", "id;title\na;T\n",
    "1,2\n3,4\n", "id,author,author_id\na,ada,ada\n", "id,\na,b\n", "[{\"id\":1}]",
  ])
  func `a header is read by the same rules`(text: String) throws {
    try expectSameOutcome(text) { $0.inputs[0].separator = UInt8(ascii: ",") }
  }

  /// A column after the end of the record is NULL, and does not get its default.
  @Test(arguments: [ConflictPolicy.merge, .replace])
  func `a record that ends early has NULL in the missing fields`(policy: ConflictPolicy) throws {
    func change(_ request: inout ImportRequest) {
      request.inputs[0].columns = ["id", "title", "score", "rank"]
      request.inputs[0].fillsShortRows = true
      request.onConflict = policy
    }
    try expectSameOutcome("a,T\nb\n", change)
    let scene = try ImportScene(Self.schema)
    try scene.run("posts.csv", "a,T\n") {
      $0.mapping = .value(Self.mapping())
      change(&$0)
    }
    #expect(try scene.rows("SELECT score, rank FROM posts") == [[.null, .integer(7)]])
  }

  @Test func `a bad record is rejected with the same message`() throws {
    try expectSameOutcome("id,score,rank\na,x,1\nb,\"\",1\nc,1,1\nc,2,2\nd,1\n,1,1\n") {
      $0.onError = .skip
    }
  }
}
