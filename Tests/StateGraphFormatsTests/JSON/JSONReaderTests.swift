import ImportTestSupport
import StateGraphFormats
import Testing

@Suite("JSON reader: values")
struct JSONReaderTests {
  static let good: [(String, [JSONToken])] = [
    ("0", [.integer(0)]),
    ("-0", [.number]),
    ("-0.0", [.real(-0.0)]),
    (" 12 ", [.integer(12)]),
    ("9223372036854775807", [.integer(.max)]),
    ("-9223372036854775808", [.integer(.min)]),
    ("9223372036854775808", [.number]),
    ("1.10", [.number]),
    ("0.00", [.number]),
    ("12345678901234567.89", [.number]),
    ("1e999", [.number]),
    ("1e-999", [.number]),
    ("1e-07", [.real(1e-7)]),
    ("5e-324", [.real(.leastNonzeroMagnitude)]),
    ("1.0", [.real(1)]),
    ("0.1", [.real(0.1)]),
    ("-1.25e2", [.number]),
    ("1E+3", [.number]),
    ("1e-7", [.number]),
    ("0e1", [.number]),
    ("123456789012345678901234567890e-10", [.number]),
    ("2.2250738585072014e-308", [.real(2.2250738585072014e-308)]),
    ("1.7976931348623157e308", [.number]),
    ("0.30000000000000004", [.real(0.30000000000000004)]),
    ("0.00e-999", [.number]),
    ("3e-324", [.number]),
    ("true", [.boolean(true)]),
    ("[ ]", [.beginArray, .endArray]),
    ("{\n}", [.beginObject, .endObject]),
    (
      "[null,false , [1]]",
      [
        .beginArray, .null, .boolean(false), .beginArray, .integer(1), .endArray, .endArray,
      ]
    ),
    (
      "{\"a\":1,\"b\" : {}}",
      [
        .beginObject, .key, .integer(1), .key, .beginObject, .endObject, .endObject,
      ]
    ),
    ("\u{FEFF}1", [.integer(1)]),
    ("", []),
  ]

  @Test func `every number has its text, as a value or as it was written`() throws {
    let texts = [
      "0", "-0", "0.0", "-0.0", "7", "-7", "0.1", "0.10", "100.0", "0.001", "0.0001", "0.00001",
      "1e-05", "1e5", "1E5", "123456789012345.6", "1234567890123456.7", "999999999999999.9",
      "9007199254740993", "9007199254740993.0", "1e+16", "1e16", "12345678901234567890",
      "-9223372036854775809", "1.7976931348623157e+308", "1.7976931348623157e308", "2.50",
    ]
    for size in chunkSizes {
      let bytes = Array("[\(texts.joined(separator: ","))]".utf8)
      let reader = JSONReader(try ByteSource(bytes: bytes, name: "x", chunkBytes: size))
      #expect(try reader.next() == .beginArray)
      for text in texts {
        switch try reader.next() {
        case .integer(let integer): #expect(String(integer) == text)
        case .real(let real): #expect(real.description == text)
        case .number: #expect(reader.numberText == text)
        case let other: Issue.record("\(text) is \(other)")
        }
      }
    }
  }

  @Test("reads valid JSON to the same tokens in chunks of any size", arguments: good)
  func readsGood(input: String, expected: [JSONToken]) throws {
    for size in chunkSizes {
      let source = try ByteSource(bytes: Array(input.utf8), name: "x", chunkBytes: size)
      let reader = JSONReader(source)
      var tokens: [JSONToken] = []
      while true {
        let token = try reader.next()
        if token == .end { break }
        tokens.append(token)
      }
      // The description tells -0.0 from 0.0, which == does not.
      #expect("\(tokens)" == "\(expected)", "chunk size \(size)")
    }
  }

  static let strings: [(String, String)] = [
    (#""""#, ""),
    (#""plain""#, "plain"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u65E5""#, "Aé日"),
    (#""x\ud83d\ude00y""#, "x😀y"),
    (#""\u0000""#, "\u{0}"),
    (#""\uFFFF\uDBFF\uDFFF""#, "\u{FFFF}\u{10FFFF}"),
    ("\"é日😀\u{7F}\"", "é日😀\u{7F}"),
    (#""long enough for two words \n and on""#, "long enough for two words \n and on"),
  ]

  @Test("resolves escapes in strings", arguments: strings)
  func resolvesEscapes(input: String, expected: String) throws {
    for size in chunkSizes {
      let source = try ByteSource(bytes: Array(input.utf8), name: "x", chunkBytes: size)
      let reader = JSONReader(source)
      #expect(try reader.next() == .string)
      #expect(Array(reader.text) == Array(expected.utf8), "chunk size \(size)")
    }
  }

  @Test("an array as deep as the limit is read, one deeper is refused at its bracket")
  func depth() throws {
    func read(_ depth: Int) throws {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let reader = JSONReader(try ByteSource(bytes: Array(text.utf8), name: "x"), maximumDepth: 5)
      while try reader.next() != .end {}
    }
    try read(5)
    let error = #expect(throws: ImportError.self) { try read(6) }
    #expect(error?.code == .tooDeep)
    #expect(error?.place?.column == 6)
  }
}
