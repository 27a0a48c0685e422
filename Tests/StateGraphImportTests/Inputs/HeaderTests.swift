import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

/// Accepted and refused headers.
@Suite("The header of a CSV input")
struct HeaderTests {
  private static let schema = """
    CREATE TABLE people (id TEXT PRIMARY KEY NOT NULL, name TEXT, "first name" TEXT, "é" TEXT,
      loud TEXT GENERATED ALWAYS AS (upper(name)));
    CREATE TABLE pairs (a TEXT, b TEXT, c TEXT, PRIMARY KEY (a, b));
    """

  private static let references = """
    CREATE TABLE authors (id TEXT PRIMARY KEY NOT NULL);
    CREATE TABLE books (id TEXT PRIMARY KEY NOT NULL, author_id TEXT REFERENCES authors,
      mainEditor_id TEXT REFERENCES authors, year_id INTEGER, editor TEXT REFERENCES authors);
    INSERT INTO authors VALUES ('a'), ('b');
    """

  @Test(arguments: ["author_id", "author", "Author", "AUTHOR_ID"])
  func `a field called like a reference is for its column, as a member of JSON is`(
    name: String
  ) throws {
    for ignoresUnknown in [false, true] {
      let scene = try ImportScene(Self.references)
      func change(_ request: inout ImportRequest) { request.ignoresUnknown = ignoresUnknown }
      try scene.run("books.csv", "id,\(name),editor\n1,a,b\n", change)
      try scene.run("books.json", "{\"id\":\"2\",\"\(name)\":\"a\",\"editor\":\"b\"}", change)
      let rows = try scene.rows("SELECT author_id, editor FROM books")
      #expect(rows == [[.text("a"), .text("b")], [.text("a"), .text("b")]])
      let error = try scene.failure("books.csv", "id,\(name)\n3,gone\n", change)
      #expect(error.code == .danglingReference && error.lineAndColumn == "2:3")
    }
  }

  @Test func `the name of a reference is refused beside its column, and for a plain column`() throws
  {
    let scene = try ImportScene(Self.references)
    let header = "id,author,author_id\n1,Ada,a\n"
    let error = try scene.failure("books.csv", header)
    #expect(error.code == .unknownColumn && error.lineAndColumn == "1:4")
    let report = try scene.run("books.csv", header) { $0.ignoresUnknown = true }
    #expect(report.inputs[0].ignored == ["author"])
    #expect(try scene.rows("SELECT author_id FROM books") == [[.text("a")]])
    #expect(try scene.failure("books.csv", "id,year\n1,7\n").code == .unknownColumn)
    #expect(try scene.failure("books.csv", "id,author,Author\n1,a,a\n").code == .duplicateKey)
  }

  @Test func `a mapping may rename a field to a reference`() throws {
    let scene = try ImportScene(Self.references)
    var mapping = ImportMapping()
    mapping.tables["books"] = TableMapping()
    mapping.tables["books"]?.renames = ["von": "author"]
    try scene.run("books.csv", "id,von\n1,a\n") { $0.mapping = .value(mapping) }
    try scene.run("books.json", #"{"id":"2","von":"a"}"#) { $0.mapping = .value(mapping) }
    #expect(try scene.rows("SELECT author_id FROM books") == [[.text("a")], [.text("a")]])
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let code: ImportError.Code
    let place: String
    var table = "people"
    var testDescription: String { name }
  }

  static let bad: [Bad] = [
    Bad(name: "twice", text: "id,name,name\na,b,c\n", code: .duplicateKey, place: "1:9"),
    Bad(
      name: "twice but for case",
      text: "id,Name,NAME\na,b,c\n",
      code: .duplicateKey,
      place: "1:9"
    ),
    Bad(name: "the key twice", text: "id,ID\na,b\n", code: .duplicateKey, place: "1:4"),
    Bad(
      name: "twice in snake case",
      text: "id,name,Name\na,b,c\n",
      code: .duplicateKey,
      place: "1:9"
    ),
    Bad(name: "no name", text: "id,,name\na,b,c\n", code: .unknownColumn, place: "2:3"),
    Bad(
      name: "no name in quotes",
      text: "id,\"\",name\na,b,c\n",
      code: .unknownColumn,
      place: "2:3"
    ),
    Bad(name: "no last name", text: "id,name,\na,b,c\n", code: .unknownColumn, place: "2:5"),
    Bad(name: "no name at all", text: "\"\",\na,b\n", code: .malformedCSV, place: "1:1"),
    Bad(name: "a separator alone before it", text: ",\nid,x\n", code: .unknownColumn, place: "2:4"),
    Bad(name: "unknown", text: "id,nmae\na,b\n", code: .unknownColumn, place: "1:4"),
    Bad(
      name: "a blank behind the name",
      text: "id,name \na,b\n",
      code: .unknownColumn,
      place: "1:4"
    ),
    Bad(name: "decomposed", text: "id,e\u{301}\na,b\n", code: .unknownColumn, place: "1:4"),
    Bad(
      name: "SQL in a name",
      text: "id,\"name); DROP TABLE people; --\"\na,b\n",
      code: .unknownColumn,
      place: "1:4"
    ),
    Bad(name: "computed", text: "id,loud\na,b\n", code: .unknownColumn, place: "1:4"),
    Bad(name: "no key", text: "name\na\n", code: .missingValue, place: "1:1"),
    Bad(name: "half a key", text: "a,c\nx,y\n", code: .missingValue, place: "1:1", table: "pairs"),
    Bad(name: "NUL in a name", text: "id,na\0me\na,b\n", code: .malformedCSV, place: "1:6"),
    Bad(name: "an open quote", text: "id,\"name\na,b\n", code: .unterminatedQuote, place: "1:4"),
    Bad(name: "nothing", text: "", code: .malformedCSV, place: "1:1"),
    Bad(name: "only line ends", text: "\n\r\n\r\n", code: .malformedCSV, place: "1:1"),
    Bad(name: "only a mark", text: "\u{FEFF}", code: .malformedCSV, place: "1:1"),
    Bad(name: "blanks", text: "  \nid\na\n", code: .unknownColumn, place: "1:1"),
    Bad(name: "on the third line", text: "\n\nid,x\na,b\n", code: .unknownColumn, place: "3:4"),
    Bad(name: "behind a mark", text: "\u{FEFF}id,x\na,b\n", code: .unknownColumn, place: "1:4"),
  ]

  @Test(arguments: bad)
  func `a wrong header is refused at its column`(_ bad: Bad) throws {
    let scene = try ImportScene(Self.schema)
    let error = try scene.failure(bad.table + ".csv", bad.text)
    #expect(error.code == bad.code)
    #expect(error.lineAndColumn == bad.place)
    #expect(!error.remedy.isEmpty)
    // The way of a mapping must say the same.
    let mapped = try scene.failure(bad.table + ".csv", bad.text) {
      $0.mapping = .value(Self.mappingOfNothing)
    }
    #expect(mapped.code == bad.code)
    #expect(mapped.lineAndColumn == bad.place)
  }

  private static var mappingOfNothing: ImportMapping {
    var mapping = ImportMapping()
    mapping.tables = ["people": TableMapping(), "pairs": TableMapping()]
    return mapping
  }

  @Test(arguments: [
    "id,name\na,x\n", "\u{FEFF}id,name\na,x\n", "\u{FEFF}\"id\",\"name\"\na,x\n", "name,id\nx,a\n",
    "ID,Name\r\na,x", "\n\r\nid,name\n\na,x\n\n", "id,firstName,name\na,,x\n",
  ])
  func `a header may have a mark before it, another order, another case, and blank lines`(
    text: String
  ) throws {
    let text = text.replacing("firstName", with: "\"first name\"")
    let scene = try ImportScene(Self.schema)
    try scene.run("people.csv", text)
    #expect(try scene.rows("SELECT id, name FROM people") == [[.text("a"), .text("x")]])
  }

  @Test func `a header of ten thousand columns is read in no time, with every place right`() throws
  {
    let names = (0..<10_000).map { "c\($0)" }
    let source = try ByteSource(
      bytes: Array((names.joined(separator: ",") + "\n").utf8),
      name: "wide.csv"
    )
    let columns = try CSVReader(source).readHeader()
    #expect(columns.map(\.name) == names)
    #expect(columns[9_999].place.column == names.dropLast().joined(separator: ",").utf8.count + 2)
    let scene = try ImportScene(Self.schema)
    let error = try scene.failure("people.csv", "id,name," + names.joined(separator: ",") + "\n")
    #expect(error.code == .unknownColumn)
    #expect(error.lineAndColumn == "1:9")
  }

  @Test func `two spellings of one letter are two columns, in CSV and in JSON`() throws {
    let scene = try ImportScene(
      "CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, \"\u{E9}\" TEXT, \"e\u{301}\" TEXT)"
    )
    try scene.run("t.csv", "id,e\u{301},\u{E9}\na,two,one\n")
    try scene.run("t.json", "{\"id\":\"b\",\"e\u{301}\":\"two\",\"\u{E9}\":\"one\"}")
    let expected: [SQLiteValue] = [.text("one"), .text("two")]
    #expect(try scene.rows("SELECT \"\u{E9}\", \"e\u{301}\" FROM t") == [expected, expected])
  }

  @Test func `the error of an unknown column suggests the nearest column, or lists the columns`()
    throws
  {
    let scene = try ImportScene(Self.schema)
    #expect(try scene.failure("people.csv", "id,nam\n").remedy == "Did you mean \"name\"?")
    let remedy = try scene.failure("people.csv", "id,weight\n").remedy
    #expect(remedy.hasPrefix("Its columns are \"id\", \"name\""))
  }

  @Test func `a name cannot reach a terminal as a command`() throws {
    let scene = try ImportScene(Self.schema)
    let error = try scene.failure("people.csv", "id,\u{1B}[2J\u{202E}x\n")
    #expect(error.message.contains("\\u{1b}[2J\\u{202e}x"))
    #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
  }
}
