import ImportTestSupport
import StateGraphFormats
import Testing

struct BadCSV: Sendable, CustomTestStringConvertible {
  let name: String
  let input: [UInt8]
  let code: ImportError.Code
  let line: Int
  let column: Int
  var dialect: CSVDialect
  /// The records that are still read, in whole.
  let goodRecords: Int

  init(
    _ name: String,
    _ input: String,
    _ code: ImportError.Code,
    _ line: Int,
    _ column: Int,
    good: Int = 0,
    dialect: CSVDialect = CSVDialect(hasHeader: false)
  ) {
    self.init(name, Array(input.utf8), code, line, column, good: good, dialect: dialect)
  }

  init(
    _ name: String,
    _ input: [UInt8],
    _ code: ImportError.Code,
    _ line: Int,
    _ column: Int,
    good: Int = 0,
    dialect: CSVDialect = CSVDialect(hasHeader: false)
  ) {
    (self.name, self.input, self.code, self.line) = (name, input, code, line)
    (self.column, self.goodRecords, self.dialect) = (column, good, dialect)
  }

  var testDescription: String { name }
}

@Suite("CSV reader: damaged input")
struct CSVReaderErrorTests {
  static let named = CSVDialect()

  static let bad: [BadCSV] = [
    BadCSV("open quote", "a,b\nc,\"d\ne,f\ng", .unterminatedQuote, 2, 3, good: 1),
    BadCSV("open after doubled", "a\n\"x\"\",é\n", .unterminatedQuote, 2, 1, good: 1),
    BadCSV("open quote at the very end", "a,b\nc,\"", .unterminatedQuote, 2, 3, good: 1),
    BadCSV("text after a quote", "a,b\n\"c\"x,d\nf,g", .malformedCSV, 2, 4, good: 2),
    BadCSV("space after a quote", "a,b\nc,\"d\" \nf,g", .malformedCSV, 2, 6, good: 2),
    BadCSV("text after a quote on a later line", "\"a\nb\"c\nd", .malformedCSV, 2, 3, good: 1),
    BadCSV("short row", "a,b,c\nd,e\nf,g,h", .raggedRow, 2, 4, good: 2),
    BadCSV("long row", "a,b\nc,é,e,f\ng,h", .raggedRow, 2, 5, good: 2),
    BadCSV("blanks are a row", "a,b\n  \nc,d", .raggedRow, 2, 3, good: 2),
    BadCSV("short against the header", "a,b\nc\n", .raggedRow, 2, 2, dialect: named),
    BadCSV("stray byte", [0x61, 0x0A, 0x62, 0xE9, 0x0A, 0x63], .invalidUTF8, 2, 2, good: 2),
    BadCSV("overlong form", [0x61, 0x62, 0x0A, 0x2E, 0xC0, 0xAF], .invalidUTF8, 2, 2, good: 1),
    BadCSV("surrogate", [0x61, 0x62, 0x0A, 0xED, 0xA0, 0x80], .invalidUTF8, 2, 1, good: 1),
    BadCSV("cut sequence", [0x61, 0x62, 0x0A, 0xF0, 0x9F, 0x98], .invalidUTF8, 2, 1, good: 1),
    BadCSV("too high", [0x61, 0x62, 0x0A, 0xF4, 0x90, 0x80, 0x80], .invalidUTF8, 2, 1, good: 1),
    BadCSV(
      "stray byte in quotes",
      [0x61, 0x62, 0x0A, 0x22, 0xC3, 0xA9, 0xFF, 0x22, 0x0A, 0x61],
      .invalidUTF8,
      2,
      3,
      good: 2
    ),
    BadCSV(
      "NUL",
      [0x61, 0x62, 0x63, 0x0A, 0x62, 0, 0x63, 0x0A, 0x64],
      .malformedCSV,
      2,
      2,
      good: 2
    ),
    BadCSV("NUL in quotes", "abc\n\"b\u{0}\"\nd", .malformedCSV, 2, 3, good: 2),
    BadCSV("NUL after a quote", "abc\n\"b\"\u{0}\nd", .malformedCSV, 2, 4, good: 2),
    BadCSV("UTF-32", [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], .unsupportedEncoding, 1, 1),
    BadCSV("column twice", "a,b,a\n1,2,3", .duplicateKey, 1, 5, dialect: named),
    BadCSV("columns without names", "\"\",,\n1,2,3", .malformedCSV, 1, 1, dialect: named),
  ]

  @Test("names the exact place of damage, and reads on behind it", arguments: bad)
  func reportsDamage(_ example: BadCSV) {
    for size in chunkSizes {
      let transcript = csvTranscript(example.input, example.dialect, chunkBytes: size)
      #expect(transcript.failures.count == 1, "chunk size \(size)")
      #expect(transcript.first?.code == example.code, "chunk size \(size)")
      #expect(transcript.first?.place?.line == example.line, "chunk size \(size)")
      #expect(transcript.first?.place?.column == example.column, "chunk size \(size)")
      let good = transcript.records.count { !$0.hasPrefix("bad:") }
      #expect(good == example.goodRecords, "chunk size \(size)")
    }
  }

  @Test("the transcript of damaged input does not depend on the chunks", arguments: bad)
  func chunksMakeNoDifference(_ example: BadCSV) {
    let all = underAllChunkSizes { csvTranscript(example.input, example.dialect, chunkBytes: $0) }
    for transcript in all { #expect(transcript == all[0]) }
  }

  @Test("a bad record is handed out whole, for a reject file")
  func keepsBadRecord() {
    let transcript = csvTranscript(Array("a,b\n\"c\"x,\"d\nf,g".utf8), chunkBytes: 3)
    #expect(transcript.records[1] == "bad:\"c\"x,\"d")
    #expect(transcript.records[2] == "3:1<f>|3:3<g>")
  }

  @Test("a ragged row says what was expected and never what it holds")
  func messages() throws {
    let source = try ByteSource(bytes: Array("a,b\nsecret\n".utf8), name: "dir/x.csv")
    let reader = CSVReader(source)
    let error = #expect(throws: ImportError.self) { try reader.next() }
    #expect(
      error?.description
        == "dir/x.csv:2:7: expected 2 fields, found 1. "
        + "Check the separator, and quote fields that contain it, or fill short rows with "
        + "--ragged fill"
    )
  }

  @Test("a record beyond the limit stops the reader at the field that passes it")
  func limit() {
    let fits = Array("aaaa,bbbb\nc,d".utf8)
    for size in chunkSizes {
      let transcript = csvTranscript(fits, chunkBytes: size, maximumFieldBytes: 9)
      #expect(transcript.failures.isEmpty, "chunk size \(size)")
      let tooLong = csvTranscript(fits, chunkBytes: size, maximumFieldBytes: 8)
      #expect(tooLong.first?.code == .fieldTooLarge, "chunk size \(size)")
      #expect(tooLong.first?.place?.column == 6, "chunk size \(size)")
    }
  }

  @Test func `a record beyond the limit ends the reading, whatever the chunks and other damage`() {
    let damaged: [UInt8] = [0x61, 0x2C, 0xFF, 0x62, 0x62, 0x62, 0x62, 0x0A, 0x63, 0x2C, 0x64]
    for size in chunkSizes {
      let transcript = csvTranscript(damaged, chunkBytes: size, maximumFieldBytes: 6)
      #expect(transcript.failures.map(\.code) == [.fieldTooLarge], "chunk size \(size)")
      #expect(transcript.first?.canContinue == false, "chunk size \(size)")
    }
  }
}
