import ImportTestSupport
import StateGraphFormats
import Testing

struct BadJSON: Sendable, CustomTestStringConvertible {
  let input: [UInt8]
  let code: ImportError.Code
  let line: Int
  let column: Int

  init(_ input: String, _ line: Int, _ column: Int, _ code: ImportError.Code = .malformedJSON) {
    self.init(Array(input.utf8), line, column, code)
  }

  init(_ input: [UInt8], _ line: Int, _ column: Int, _ code: ImportError.Code = .malformedJSON) {
    (self.input, self.line, self.column, self.code) = (input, line, column, code)
  }

  var testDescription: String { String(decoding: input.prefix(60), as: UTF8.self).debugDescription }
}

@Suite("JSON reader: damaged input")
struct JSONReaderErrorTests {
  static let bad: [BadJSON] = [
    BadJSON("[1,]", 1, 4),
    BadJSON("[,1]", 1, 2),
    BadJSON("[1,,2]", 1, 4),
    BadJSON("[1 2]", 1, 4),
    BadJSON("[1}", 1, 3),
    BadJSON("[1", 1, 3),
    BadJSON("{\"a\":1,}", 1, 8),
    BadJSON("{\"a\" 1}", 1, 6),
    BadJSON("{\"a\":}", 1, 6),
    BadJSON("{\"a\"", 1, 5),
    BadJSON("{a:1}", 1, 2),
    BadJSON("{'a':1}", 1, 2),
    BadJSON("['a']", 1, 2),
    BadJSON("[\n\r\n  // x\n1]", 3, 3),
    BadJSON("[1,\r2,\r\n#]", 3, 1),
    BadJSON("NaN", 1, 1),
    BadJSON("Infinity", 1, 1),
    BadJSON("-Infinity", 1, 2),
    BadJSON("+1", 1, 1),
    BadJSON("[01]", 1, 3),
    BadJSON("-01", 1, 3),
    BadJSON("1.", 1, 3),
    BadJSON(".5", 1, 1),
    BadJSON("1.e5", 1, 3),
    BadJSON("1e", 1, 3),
    BadJSON("1e+", 1, 4),
    BadJSON("0x1", 1, 2),
    BadJSON("-", 1, 2),
    BadJSON("tru", 1, 1),
    BadJSON("trux", 1, 1),
    BadJSON("True", 1, 1),
    BadJSON("nullx", 1, 5),
    BadJSON("{} x", 1, 4),
    BadJSON("[]]", 1, 3),
    BadJSON("1 2", 1, 3),
    BadJSON("]", 1, 1),
    BadJSON("[\"é\", \"a", 1, 7),
    BadJSON("[\"é\", \"日\tx\"]", 1, 9),
    BadJSON("\"a\nb\"", 1, 3),
    BadJSON("\"abc\u{0}b\"", 1, 5),
    BadJSON("\"é\\x\"", 1, 3),
    BadJSON("\"a\\", 1, 1),
    BadJSON("\"\\u12G4\"", 1, 2),
    BadJSON("\"a\\ud83d\"", 1, 3),
    BadJSON("\"a\\ud83dxx\"", 1, 3),
    BadJSON("\"a\\ud83d\\n\"", 1, 3),
    BadJSON("\"a\\ud83d\\u0041\"", 1, 3),
    BadJSON("\"a\\ude00\"", 1, 3),
    BadJSON([0x22, 0x61, 0xFF, 0x22], 1, 3, .invalidUTF8),
    BadJSON([0x22, 0xC3, 0xA9, 0xC0, 0xAF, 0x22], 1, 3, .invalidUTF8),
    BadJSON([0x22, 0xED, 0xA0, 0x80, 0x22], 1, 2, .invalidUTF8),
    BadJSON([0x5B, 0x31, 0x32, 0x2C, 0x00, 0x5D], 1, 5),
    BadJSON([0x5B, 0x31, 0x32, 0x2C, 0xC3, 0xA9, 0x5D], 1, 5),
    BadJSON([0xFF, 0xFE, 0x5B, 0x00], 1, 2),
    BadJSON([0xFF, 0xFE, 0x00, 0x00, 0x5B, 0, 0, 0], 1, 1, .unsupportedEncoding),
    BadJSON([0x00, 0x5B, 0x00, 0x2C], 1, 2),
    BadJSON(String(repeating: "[", count: 100_000), 1, 129, .tooDeep),
    BadJSON(String(repeating: "{\"\":", count: 100_000), 1, 513, .tooDeep),
  ]

  @Test("refuses what RFC 8259 refuses, at the exact place", arguments: bad)
  func refuses(_ example: BadJSON) {
    for size in chunkSizes {
      var failure: ImportError?
      do {
        let source = try ByteSource(bytes: example.input, name: "x", chunkBytes: size)
        let reader = JSONReader(source)
        while try reader.next() != .end {}
      } catch {
        failure = error
      }
      #expect(failure?.code == example.code, "chunk size \(size)")
      #expect(failure?.place?.line == example.line, "chunk size \(size)")
      #expect(failure?.place?.column == example.column, "chunk size \(size)")
    }
  }

  @Test(arguments: ["NaN", "Infinity", "-Infinity"])
  func `the numbers of Python that JSON does not have are named`(word: String) throws {
    for size in chunkSizes {
      let bytes = Array("[1, \(word)]".utf8)
      let reader = JSONReader(try ByteSource(bytes: bytes, name: "x", chunkBytes: size))
      let error = #expect(throws: ImportError.self) { while try reader.next() != .end {} }
      #expect(error?.message == "JSON has no number \(word)")
      #expect(error?.remedy.hasPrefix("Pass --numbers lenient") == true)
      #expect(error?.place?.column == (word.hasPrefix("-") ? 6 : 5))
    }
  }
}
