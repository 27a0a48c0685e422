import ImportTestSupport
import StateGraphFormats
import Testing

struct GoodCSV: Sendable, CustomTestStringConvertible {
  let name: String
  let input: String
  let rows: [[String]]
  var dialect = CSVDialect(hasHeader: false)
  var testDescription: String { name }
}

@Suite("CSV reader: well-formed input")
struct CSVReaderTests {
  static let good: [GoodCSV] = [
    GoodCSV(name: "LF", input: "a,b\nc,d\n", rows: [["a", "b"], ["c", "d"]]),
    GoodCSV(name: "CRLF", input: "a,b\r\nc,d\r\n", rows: [["a", "b"], ["c", "d"]]),
    GoodCSV(name: "lone CR", input: "a,b\rc,d\r", rows: [["a", "b"], ["c", "d"]]),
    GoodCSV(name: "mixed ends", input: "a\rb\nc\r\nd", rows: [["a"], ["b"], ["c"], ["d"]]),
    GoodCSV(name: "no final newline", input: "a,b", rows: [["a", "b"]]),
    GoodCSV(
      name: "empty last field at the end",
      input: "a,b\nc,",
      rows: [["a", "b"], ["c", ""]]
    ),
    GoodCSV(name: "empty", input: "", rows: []),
    GoodCSV(name: "only newlines", input: "\n\r\n\r\n\r", rows: []),
    GoodCSV(name: "blank lines", input: "\na\n\n\r\nb\n", rows: [["a"], ["b"]]),
    GoodCSV(name: "quoted empty is a row", input: "\"\"\n\na\n", rows: [[""], ["a"]]),
    GoodCSV(name: "quoted empty at the end", input: "a\n\"\"", rows: [["a"], [""]]),
    GoodCSV(
      name: "newlines in quotes are kept",
      input: "\"a\r\nb\rc\nd\",e\n",
      rows: [["a\r\nb\rc\nd", "e"]]
    ),
    GoodCSV(
      name: "doubled quotes",
      input: "\"\"\"a\"\"b\"\"\",\"\"\"\"\n",
      rows: [["\"a\"b\"", "\""]]
    ),
    GoodCSV(name: "separator in quotes", input: "\"a,b\",c\n", rows: [["a,b", "c"]]),
    GoodCSV(name: "spaces are kept", input: " a ,b \n", rows: [[" a ", "b "]]),
    GoodCSV(name: "UTF-8", input: "é,日本,😀\n", rows: [["é", "日本", "😀"]]),
    GoodCSV(name: "byte order mark", input: "\u{FEFF}a,b\n", rows: [["a", "b"]]),
    GoodCSV(
      name: "byte order mark before a quote",
      input: "\u{FEFF}\"a\",b\n",
      rows: [["a", "b"]]
    ),
    GoodCSV(name: "tab inside CSV", input: "a\tb,c\n", rows: [["a\tb", "c"]]),
    GoodCSV(
      name: "tabs as separator",
      input: "a\t\"b\tc\"\n",
      rows: [["a", "b\tc"]],
      dialect: CSVDialect(separator: 0x09, hasHeader: false)
    ),
    GoodCSV(
      name: "no quotes in the dialect",
      input: "\"a,b\"\n",
      rows: [["\"a", "b\""]],
      dialect: CSVDialect(quote: nil, hasHeader: false)
    ),
    GoodCSV(
      name: "comments",
      input: "# \"x,\n\na,#b\r\n#\r\n\"#\n#\",c\n#end",
      rows: [["a", "#b"], ["#\n#", "c"]],
      dialect: CSVDialect(commentPrefix: UInt8(ascii: "#"), hasHeader: false)
    ),
  ]

  @Test("reads well-formed text the same in chunks of any size", arguments: good)
  func readsGoodText(_ example: GoodCSV) throws {
    for size in chunkSizes {
      let rows = try csvRows(Array(example.input.utf8), example.dialect, chunkBytes: size)
      // Compared as bytes: String would call CRLF and other forms equal where they differ.
      #expect(
        rows.map { $0.map { Array($0.utf8) } } == example.rows.map { $0.map { Array($0.utf8) } },
        "chunk size \(size)"
      )
    }
  }

  @Test("a place counts lines of every kind and columns in scalars")
  func placesOfFields() {
    let input = Array("é,b\r\n\r\n\"x\ny\",é\r\"1\"\"\",2\n".utf8)
    for transcript in underAllChunkSizes({ csvTranscript(input, chunkBytes: $0) }) {
      #expect(
        transcript.records == ["1:1<é>|1:3<b>", "3:1q<x\ny>|4:4<é>", "5:1q<1\">|5:7<2>"]
      )
      #expect(transcript.failures.isEmpty)
    }
  }

  @Test("the header is read once, and records start behind it")
  func header() throws {
    let source = try ByteSource(bytes: Array("id,\"full name\"\n1,x\n".utf8), name: "h.csv")
    let reader = CSVReader(source)
    let columns = try reader.readHeader()
    #expect(columns.map(\.name) == ["id", "full name"])
    #expect(columns.map(\.place.column) == [1, 4])
    #expect(try reader.next())
    #expect(text(reader.field(1)) == "x")
    #expect(reader.recordPlace.line == 2)
    #expect(text(reader.recordBytes) == "1,x")
    #expect(reader.nextRecordByteOffset == source.bytesRead)
    #expect(try !reader.next())
    #expect(try !reader.next())
  }

  @Test("an input of only a header has columns and no records")
  func onlyHeader() throws {
    let reader = CSVReader(try ByteSource(bytes: Array("id,name".utf8), name: "h.csv"))
    #expect(try !reader.next())
    #expect(try reader.readHeader().count == 2)
  }

  @Test("ten thousand columns and a field of 3 MB are read")
  func largeRecords() throws {
    let wide = Array(Array(repeating: "x", count: 10_000).joined(separator: ",").utf8)
    let row = try csvRows(wide, CSVDialect(hasHeader: false), chunkBytes: 1_000)
    #expect(row.map(\.count) == [10_000])
    let long = Array("\"".utf8) + Array(repeating: UInt8(ascii: "y"), count: 3_000_000) + [0x22]
    let field = try csvRows(long, CSVDialect(hasHeader: false), chunkBytes: 4_096)
    #expect(field.first?.first?.utf8.count == 3_000_000)
  }
}
