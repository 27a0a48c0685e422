import ImportTestSupport
import StateGraphFormats
import TestSupport
import Testing

@Suite("CSV fields with escapes and with blanks around them")
struct CSVEscapeTests {
  private static let escaped = CSVDialect(hasHeader: false, escape: UInt8(ascii: "\\"))
  private static let tabs = CSVDialect(
    separator: 0x09,
    quote: nil,
    hasHeader: false,
    escape: UInt8(ascii: "\\")
  )
  private static var trimmed: CSVDialect {
    var dialect = CSVDialect(hasHeader: false)
    dialect.trims = true
    return dialect
  }

  private func expect(_ text: String, _ dialect: CSVDialect, _ rows: [[String]]) throws {
    for size in chunkSizes {
      let found = try csvRows(Array(text.utf8), dialect, chunkBytes: size)
      #expect(found == rows, "chunk size \(size)")
    }
  }

  @Test(arguments: [
    (#"1,"A \"short\" one, really",first"#, ["1", "A \"short\" one, really", "first"]),
    (#"3,"C:\\temp\\",third"#, ["3", "C:\\temp\\", "third"]), (#"a\,b,c"#, ["a,b", "c"]),
    ("a\\\nb,c", ["a\nb", "c"]), (#""a\nb","\t""#, ["a\nb", "\t"]), (#""a""b","#, ["a\"b", ""]),
    (#"\N,\\N,"\N",\Nx"#, ["\\N", "\\N", "N", "Nx"]), ("\\", ["\\"]), (#""\é""#, ["é"]),
    (#"5" disk,\x"#, ["5\" disk", "x"]),
  ])
  func `a character behind an escape is a part of the text`(text: String, row: [String]) throws {
    try expect(text, Self.escaped, [row])
    try expect("\(text)\n\(text)\r\n", Self.escaped, text == "\\" ? [["\n\r"]] : [row, row])
  }

  @Test func `a file of PostgreSQL in text format reads back`() throws {
    let text = "1\ta\\tb\\\\c\\nd\t\\N\n2\t\"\"\t\\\\N\n"
    try expect(text, Self.tabs, [["1", "a\tb\\c\nd", "\\N"], ["2", "\"\"", "\\N"]])
  }

  @Test func `only the unescaped spelling of NULL is no text`() throws {
    let source = try ByteSource(bytes: Array("\\N,\\\\N,,\\,".utf8), name: "in.csv")
    let reader = CSVReader(source, dialect: Self.escaped)
    #expect(try reader.next())
    #expect((0..<reader.fieldCount).map { reader.wasQuoted($0) } == [false, true, false, true])
  }

  @Test(arguments: [
    ("a, b ,\tc", ["a", "b", "c"]), (" \"a, b\" , \"c \"\t,d", ["a, b", "c ", "d"]),
    ("\" a\",  ,", [" a", "", ""]), ("a b , c", ["a b", "c"]), ("x,  \"y\"", ["x", "y"]),
  ])
  func `blanks around fields are ignored`(text: String, row: [String]) throws {
    try expect(text, Self.trimmed, [row])
    try expect("\(text)\n \(text)\n", Self.trimmed, [row, row])
  }

  @Test func `a tab that separates is no blank`() throws {
    var dialect = Self.trimmed
    dialect.separator = 0x09
    try expect("a\t\t b \n", dialect, [["a", "", "b"]])
  }

  @Test("a random table reads back as MySQL writes it", arguments: TestSeed.seeds(100))
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    let pieces = ["a", ",", "\"", "\\", "\n", "\t", " ", "é", "N", "日", "n"]
    let isQuoted = Bool.random(using: &generator)
    let table = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
      (0..<3).map { _ in
        "x"
          + (0..<Int.random(in: 0...6, using: &generator))
          .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      }
    }
    let text = table.map { row in
      row.map { field in
        let special: [Character] = isQuoted ? ["\"", "\\"] : ["\"", "\\", ",", "\n"]
        let escaped = field.map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
        return isQuoted ? "\"\(escaped)\"" : escaped
      }.joined(separator: ",") + "\n"
    }.joined()
    try expect(text, Self.escaped, table)
  }
}
