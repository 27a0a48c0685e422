import Foundation
import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

/// The inputs that an import announced.
final class Announcements: @unchecked Sendable {
  // SAFETY: the importer calls back on the thread that runs the import, which is the test's.
  var summaries: [InputSummary] = []
}

@Suite("The content of a CSV input determines its dialect")
struct DialectTests {
  private static let schema = """
    CREATE TABLE people (id TEXT PRIMARY KEY NOT NULL, name TEXT, note TEXT)
    """

  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    /// The text of the announcement after the path.
    let summary: String
    let rows: [[String]]
    var testDescription: String { name }
  }

  static let examples: [Example] = [
    Example(
      name: "commas",
      text: "id,name,note\n1,A;B,x\n",
      summary: "CSV, separated by comma, UTF-8, LF",
      rows: [["1", "A;B", "x"]]
    ),
    Example(
      name: "semicolons and decimal commas",
      text: "id;name;note\r\n1;2,5;3,5\r\n2;4,5;6,5\r\n",
      summary: "CSV, separated by ;, UTF-8, CRLF",
      rows: [["1", "2,5", "3,5"], ["2", "4,5", "6,5"]]
    ),
    Example(
      name: "tabs, and commas in every text",
      text: "id\tname\tnote\r1\ta,b\tc,d\r",
      summary: "CSV, separated by tab, UTF-8, CR",
      rows: [["1", "a,b", "c,d"]]
    ),
    Example(
      name: "bars",
      text: "id|name|note\n1|a|12:30:15\n",
      summary: "CSV, separated by |, UTF-8, LF",
      rows: [["1", "a", "12:30:15"]]
    ),
    Example(
      name: "colons",
      text: "id:name:note\n1:a:b\n",
      summary: "CSV, separated by :, UTF-8, LF",
      rows: [["1", "a", "b"]]
    ),
    Example(
      name: "separators in quotes",
      text: "\"id\";\"name\";\"note\"\n1;\"a;b,c\nd\";\"\"\"\"\n",
      summary: "CSV, separated by ;, UTF-8, LF",
      rows: [["1", "a;b,c\nd", "\""]]
    ),
    Example(
      name: "apostrophes as quotes",
      text: "id,name,note\n1,'a,b','it''s'\n",
      summary: "CSV, separated by comma, quoted by ', UTF-8, LF",
      rows: [["1", "a,b", "it's"]]
    ),
    Example(
      name: "apostrophes around the header",
      text: "'id';'name';'note'\n'1';'a';'b'\n",
      summary: "CSV, separated by ;, quoted by ', UTF-8, LF",
      rows: [["1", "a", "b"]]
    ),
    Example(
      name: "apostrophes as apostrophes",
      text: "id,name,note\n1,'tis,rock 'n' roll\n2,'a',x\n",
      summary: "CSV, separated by comma, UTF-8, LF",
      rows: [["1", "'tis", "rock 'n' roll"], ["2", "'a'", "x"]]
    ),
    Example(
      name: "a first line that says the separator",
      text: "\u{FEFF}sep=;\r\nid;name;note\r\n1;a,b;c\r\n",
      summary: "CSV, separated by ;, UTF-8, CRLF",
      rows: [["1", "a,b", "c"]]
    ),
    Example(
      name: "a first line that says a separator that nobody would guess",
      text: "\"sep=^\"\nid^name^note\n1^a,b^c;d\n",
      summary: "CSV, separated by ^, UTF-8, LF",
      rows: [["1", "a,b", "c;d"]]
    ),
    Example(
      name: "names of columns outweigh counts",
      text: "name;id\nx,y;1\n",
      summary: "CSV, separated by ;, UTF-8, LF",
      rows: [["1", "x,y", ""]]
    ),
    Example(
      name: "one column",
      text: "id\na\nb;c\n",
      summary: "CSV, separated by comma, UTF-8, LF",
      rows: [["a", "", ""], ["b;c", "", ""]]
    ),
    Example(
      name: "both kinds of line ends",
      text: "id;name\n1;a\r\n",
      summary: "CSV, separated by ;, UTF-8, mixed line ends",
      rows: [["1", "a", ""]]
    ),
  ]

  private func rows(_ scene: ImportScene) throws -> [[String]] {
    try scene.rows("SELECT id, ifnull(name, ''), ifnull(note, '') FROM people ORDER BY id").map {
      $0.map { if case .text(let text) = $0 { text } else { "?" } }
    }
  }

  @Test(arguments: examples)
  func `the content is read as it is meant, and the import says how`(_ example: Example) throws {
    let scene = try ImportScene(Self.schema)
    let announced = Announcements()
    let report = try scene.run("people.csv", example.text) { request in
      request.willRead = { announced.summaries.append($0) }
    }
    #expect(try rows(scene) == example.rows)
    let path = scene.directory.file("people.csv")
    #expect(report.inputs.map(\.description) == ["\(path): \(example.summary)"])
    #expect(announced.summaries == report.inputs)
    #expect(
      report.inputs[0].isSniffed == !example.summary.hasPrefix("CSV, separated by comma, UTF-8")
    )
  }

  @Test func `places in a file with a separator line count that line`() throws {
    let scene = try ImportScene(Self.schema)
    let error = try scene.failure("people.csv", "sep=;\nid;name\n1;a\n1;b\n")
    #expect(error.code == .duplicateIdentifier)
    #expect(error.lineAndColumn == "4:1")
  }

  @Test func `a damaged record does not hide the separator`() throws {
    let scene = try ImportScene(Self.schema)
    let text = "id;name\n" + (0..<8).map { "\($0);a\n" }.joined() + "8;a;b\n"
    let error = try scene.failure("people.csv", text)
    #expect(error.code == .raggedRow)
    #expect(error.lineAndColumn == "10:5")
  }

  @Test func `the separator is found in a file of which the sample is a small part`() throws {
    let scene = try ImportScene(Self.schema)
    let text = "id;name\n" + (0..<20_000).map { "\($0);x,y\n" }.joined()
    #expect(try scene.run("people.csv", text).records == 20_000)
    #expect(
      try scene.rows("SELECT count(*) FROM people WHERE name = 'x,y'") == [[.integer(20_000)]]
    )
  }

  @Test func `options of the request are not detected from the content`() throws {
    let scene = try ImportScene(Self.schema)
    let report = try scene.run("people.csv", "id;name,x\n'1';a\n") {
      $0.inputs[0].separator = UInt8(ascii: ";")
      $0.inputs[0].quote = .absent
      $0.inputs[0].columns = ["id", "name"]
      $0.inputs[0].commentPrefix = UInt8(ascii: "i")
    }
    #expect(!report.inputs[0].isSniffed)
    #expect(try rows(scene) == [["'1'", "a", ""]])
  }

  @Test(arguments: ["sep=;\r\nid,x\r\n1,2\r\n", "\"sep=;\"\nid,x\n1,2\n"])
  func `a separator that the request says outweighs the first line, which is no record`(
    text: String
  ) throws {
    let scene = try ImportScene("CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, x TEXT)")
    let report = try scene.run("t.csv", text) {
      $0.inputs[0].separator = UInt8(ascii: ",")
      $0.inputs[0].quote = .byte(UInt8(ascii: "\""))
    }
    #expect(report.inputs[0].separator == UInt8(ascii: ","))
    #expect(try scene.rows("SELECT id, x FROM t") == [[.text("1"), .text("2")]])
  }

  @Test func `without quotes a quote is a letter`() throws {
    let scene = try ImportScene(Self.schema)
    try scene.run("people.tsv", "id\tname\n1\t\"a\n2\t5\" disk\n") { $0.inputs[0].quote = .absent }
    #expect(try rows(scene) == [["1", "\"a", ""], ["2", "5\" disk", ""]])
  }

  @Test func `the request may name any other quote`() throws {
    let scene = try ImportScene(Self.schema)
    try scene.run("people.csv", "id,name\n~1~,~a,~~\"b~\n") {
      $0.inputs[0].quote = .byte(UInt8(ascii: "~"))
    }
    #expect(try rows(scene) == [["1", "a,~\"b", ""]])
  }

  @Test(arguments: [
    (UInt8(ascii: ";"), CSVQuote.byte(UInt8(ascii: ";")), nil as UInt8?), (0xE9, .absent, nil),
    (UInt8(ascii: "#"), .absent, UInt8(ascii: "#")), (0x0A, .absent, nil), (0, .absent, nil),
  ])
  func `ambiguous separators, quotes and comment prefixes are refused`(
    separator: UInt8,
    quote: CSVQuote,
    comment: UInt8?
  ) throws {
    let scene = try ImportScene(Self.schema)
    let error = try scene.failure("people.csv", "id\n1\n") {
      $0.inputs[0].separator = separator
      $0.inputs[0].quote = quote
      $0.inputs[0].commentPrefix = comment
    }
    #expect(error.code == .invalidRequest)
  }

  @Test(arguments: [
    ("1;a\n2;b\n", "Pass --separator ';'"), ("1\ta\n", "Pass --separator \\t"),
    ("1,a,x\n2,b,y\n", "Name the fields with --columns id,name"),
  ])
  func `the error of a wrong header names the option to pass`(
    text: String,
    remedy: String
  ) throws {
    let scene = try ImportScene(Self.schema)
    let error = try scene.failure("people.csv", text) {
      $0.inputs[0].separator = UInt8(ascii: ",")
    }
    #expect(error.code == .unknownColumn)
    #expect(error.lineAndColumn == "1:1")
    #expect(error.remedy.contains(remedy))
  }

  @Test(arguments: ["{\"id\":1}\n", "[{\"id\":1}]\n", "{}\n"])
  func `JSON under the name of CSV gets an error that says so`(text: String) throws {
    let scene = try ImportScene(Self.schema)
    let error = try scene.failure("people.csv", text)
    #expect(error.remedy.contains("--format json"))
    #expect(error.place?.line == 1)
  }

  @Test func `without a header the fields are the columns of the table in order`() throws {
    let scene = try ImportScene(
      """
      CREATE TABLE people (id TEXT PRIMARY KEY NOT NULL,
        loud TEXT GENERATED ALWAYS AS (upper(name)), name TEXT, note TEXT)
      """
    )
    let short = try scene.failure("people.csv", "id;x;y\n1;a\n") {
      $0.inputs[0].hasHeader = false
    }
    #expect(short.code == .raggedRow)
    #expect(short.remedy.contains("--ragged fill"))
    let report = try scene.run("people.csv", "id;x;y\n1;a\n") {
      $0.inputs[0].hasHeader = false
      $0.inputs[0].fillsShortRows = true
    }
    #expect(try rows(scene) == [["1", "a", ""], ["id", "x", "y"]])
    #expect(report.inputs[0].separator == UInt8(ascii: ";"))
    let error = try scene.failure("people.csv", "1;a;b;c\n") { $0.inputs[0].hasHeader = false }
    #expect(error.code == .raggedRow)
  }

  @Test(arguments: [
    ("  \n[{\"id\":\"1\"}]", ImportFormat.json), ("\u{FEFF}{\"id\":\"1\"}\n{\"id\":\"2\"}", .json),
    ("id,name\n1,a\n", .csv), ("id\tname\n1\ta\n", .csv), ("\n\nid;name\n1;a\n", .csv),
  ])
  func `the content says the format where the name does not`(
    text: String,
    format: ImportFormat
  ) throws {
    let scene = try ImportScene(Self.schema)
    let report = try scene.run("people.txt", text)
    #expect(report.inputs.map(\.format) == [format])
    #expect(report.inputs[0].isSniffed)
    #expect(report.records > 0)
  }

  @Test func `an empty file without a telling name is an empty CSV file`() throws {
    let scene = try ImportScene(Self.schema)
    for text in ["", "\n \n"] {
      let error = try scene.failure("people.txt", text)
      #expect([.malformedCSV, .unknownColumn].contains(error.code))
    }
  }
}
