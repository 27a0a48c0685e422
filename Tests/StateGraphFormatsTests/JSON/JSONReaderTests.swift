import ImportTestSupport
import StateGraphFormats
import Testing

@Suite("JSON reader: values")
struct JSONReaderTests {
  static let good: [(String, [JSONToken])] = [
    ("0", [.integer(0)]),
    ("-0", [.integer(0)]),
    ("-0.0", [.real(-0.0)]),
    (" 12 ", [.integer(12)]),
    ("9223372036854775807", [.integer(.max)]),
    ("-9223372036854775808", [.integer(.min)]),
    ("1.0", [.real(1)]),
    ("0.1", [.real(0.1)]),
    ("-1.25e2", [.real(-125)]),
    ("1E+3", [.real(1_000)]),
    ("1e-7", [.real(1e-7)]),
    ("0e1", [.real(0)]),
    ("123456789012345678901234567890e-10", [.real(12_345_678_901_234_567_890.123_456_789)]),
    ("2.2250738585072014e-308", [.real(2.2250738585072014e-308)]),
    ("1.7976931348623157e308", [.real(1.7976931348623157e308)]),
    ("0.30000000000000004", [.real(0.30000000000000004)]),
    ("0.00e-999", [.real(0)]),
    ("3e-324", [.real(.leastNonzeroMagnitude)]),
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
