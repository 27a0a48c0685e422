import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite("Titles above the header and sums below the records")
struct TitleLineTests {
  private static let statement = """
    "Account";"DE00 **** 4711";
    "Range";"01.03.2026 - 31.03.2026";
    "Balance";"812,40 EUR";

    "Booked";"Text";"Amount EUR";"Fee"
    "02.03.2026";"BAKERY NORTH";"-4,80";"0,10"
    "05.03.2026";"RENT";"-1.150,00";"0,00"
    "Sum";;;"1.154,80";

    """

  /// Each text with the line of its header.
  @Test(arguments: [
    (statement, 5), ("Account:;1\nDate:;2\n\na;b;c\n1;2;3\n", 4),
    ("Report of March\r\n\r\nid,name,n\r\n1,a,2\r\n2,b,3\r\n", 3),
    ("Umsätze, März 2026\n\nid;text;n\n1;a, b;2\n2;c;3\n", 3),
    ("Account;DE00;\nBalance;812;\n\nid;text;n\n1;a;2\n2;b;3\n", 4),
    ("Report;;;\nid;a;b;c\n1;x;y;z\n2;x;y;z\n", 2),
    ("# a\n# b\nid\tname\tn\n1\ta\t2\n2\tb\t3\n", 3),
  ])
  func `a title is refused with the line that is probably the header`(
    text: String,
    line: Int
  ) throws {
    let error = #expect(throws: ImportError.self) { try FieldScene(text) }
    #expect(
      error?.remedy.contains("--skip-lines \(line - 1)") == true,
      "\(String(describing: error))"
    )
    let scene = try FieldScene(text) { input, _ in
      input.skippedLines = line - 1
      if text == Self.statement { input.skippedFooterLines = 1 }
    }
    #expect(scene.rows.count >= 1)
  }

  @Test func `a title above the header of a known table is named, too`() throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n INTEGER)")
    let error = try scene.failure("t.csv", "Report;2026\n\nid;name;n\n1;a;2\n2;b;3\n")
    #expect(error.remedy.contains("--skip-lines 2"), "\(error)")
  }

  @Test func `an ordinary row of another length is not taken for a title`() throws {
    let error = #expect(throws: ImportError.self) {
      try FieldScene("id,a,b\n1,x,y,z\n2,x,y,z\n3,x,y,z\n")
    }
    #expect(error?.code == .raggedRow)
    #expect(error?.remedy.contains("--skip-lines") == false)
  }

  @Test(arguments: [
    ",,a,b,c\nx,y,p,q,r\nx,z,p,q,r\n", "a,b,\nAnn,Rome,\n\nBob,Oslo,\n", ",a\nAnn,x\n\n7,y\n",
    "2024,2025\n\nx,y\n",
  ])
  func `a header of several columns without a name is not taken for a title`(text: String) throws {
    #expect(try FieldScene(text).rows.count >= 1)
  }

  @Test func `a row at the end with another length is named as a footer`() throws {
    let text = "id;a\n1;x\n2;y\nSum;;2\n\nPrinted today\n"
    let error = #expect(throws: ImportError.self) { try FieldScene(text) }
    #expect(error?.lineAndColumn == "4:6")
    #expect(error?.remedy.contains("--skip-footer 3") == true)
    let scene = try FieldScene(text) { input, _ in input.skippedFooterLines = 3 }
    #expect(scene.rows == [[.integer(1), .text("x")], [.integer(2), .text("y")]])
  }

  @Test(arguments: ["\n", "\r\n"])
  func `blank lines between the records and the footer count, and those at the end do not`(
    end: String
  ) throws {
    let lines = ["id,a", "1,x", "2,y", ",", "", "Sum,2", ",", ""]
    for count in [1, 2, 3] {
      let scene = try FieldScene(lines.joined(separator: end)) { input, _ in
        input.skippedFooterLines = count
      }
      #expect(scene.rows == [[.integer(1), .text("x")], [.integer(2), .text("y")]], "\(count)")
    }
  }

  @Test func `the lines of a footer are found in an input of any chunks`() throws {
    let text = "id,a\n1,\"x\ny\"\n2,z\nSum,2\n,\nend\n"
    for size in chunkSizes {
      let source = try ByteSource(bytes: Array(text.utf8), name: "t.csv", chunkBytes: size)
      var request = CSVDialectRequest(separator: nil, quote: nil, commentPrefix: nil)
      request.skippedFooterLines = 3
      let reader = try CSVSource(source, request: request, format: .csv, outsideNames: nil) { _ in
        false
      }.reader()
      try reader.readHeader()
      var rows: [String] = []
      while try reader.next() { rows.append(ImportTestSupport.text(reader.field(1))) }
      #expect(rows == ["x\ny", "z"], "chunk size \(size)")
    }
  }

  @Test func `places count the lines that are skipped`() throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)")
    let path = try scene.file("t.csv", "sep=;\r\nTitle\r\nid;n\r\n1;x\r\n")
    let error = #expect(throws: ImportError.self) {
      try scene.run([path]) { $0.inputs[0].skippedLines = 2 }
    }
    #expect(error?.lineAndColumn == "4:3")
  }

  @Test func `more lines to skip than the input has leave an empty input`() throws {
    let error = #expect(throws: ImportError.self) {
      try FieldScene("id,a\n1,x\n") { input, _ in input.skippedLines = 9 }
    }
    #expect(error?.code == .malformedCSV)
  }
}
