import ImportTestSupport
import StateGraphFormats
import Testing

struct RecordsExample: Sendable, CustomTestStringConvertible {
  let name: String
  let input: String
  var root: String?
  /// The raw text of the records, `bad:` before those that were refused.
  var records: [String] = []
  var code: ImportError.Code?
  var line = 0
  var column = 0
  var testDescription: String { name }
}

@Suite("JSON record reader")
struct JSONRecordReaderTests {
  static let examples: [RecordsExample] = [
    RecordsExample(
      name: "array",
      input: "[{\"a\":1}, {\"b\":2}\n]",
      records: ["{\"a\":1}", "{\"b\":2}"]
    ),
    RecordsExample(name: "empty array", input: " [ ] "),
    RecordsExample(name: "empty input", input: "\n"),
    RecordsExample(
      name: "lines",
      input: "{\"a\":1}\r\n\n{\"b\":2}",
      records: ["{\"a\":1}", "{\"b\":2}"]
    ),
    RecordsExample(name: "concatenated", input: "{}{\n}", records: ["{}", "{\n}"]),
    RecordsExample(
      name: "root",
      input: "{\"n\":[1e999,{\"x\":[]}],\"x\":[{\"a\":1},{}],\"z\":{\"x\":1}}",
      root: "x",
      records: ["{\"a\":1}", "{}"]
    ),
    RecordsExample(
      name: "root is missing",
      input: " {\"y\":[]}",
      root: "x",
      code: .malformedJSON,
      line: 1,
      column: 2
    ),
    RecordsExample(
      name: "root is no array",
      input: "{\"x\":\n 1}",
      root: "x",
      code: .malformedJSON,
      line: 2,
      column: 2
    ),
    RecordsExample(
      name: "root in an array",
      input: "[{}]",
      root: "x",
      code: .malformedJSON,
      line: 1,
      column: 2
    ),
    RecordsExample(
      name: "root twice",
      input: "{\"x\":[{}],\"x\":[{}]}",
      root: "x",
      records: ["{}"],
      code: .duplicateKey,
      line: 1,
      column: 11
    ),
    RecordsExample(
      name: "damage behind the root",
      input: "{\"x\":[{}],\"y\":[1,]}",
      root: "x",
      records: ["{}"],
      code: .malformedJSON,
      line: 1,
      column: 18
    ),
    RecordsExample(
      name: "text at the end",
      input: "[{}] x",
      records: ["{}"],
      code: .malformedJSON,
      line: 1,
      column: 6
    ),
    RecordsExample(name: "scalar", input: "3", code: .malformedJSON, line: 1, column: 1),
    RecordsExample(
      name: "element is no object",
      input: "[{},\n [1,{}],{}]",
      records: ["{}", "bad:[1,{}]", "{}"],
      code: .wrongType,
      line: 2,
      column: 2
    ),
    RecordsExample(
      name: "line is no object",
      input: "{}\n7\n{}",
      records: ["{}", "bad:7", "{}"],
      code: .wrongType,
      line: 2,
      column: 1
    ),
    RecordsExample(
      name: "duplicate key",
      input: "[{\"a\":1,\"b\":{\"a\":0},\n\"\\u0061\":2},{}]",
      records: ["bad:{\"a\":1,\"b\":{\"a\":0},\n\"\\u0061\":2}", "{}"],
      code: .duplicateKey,
      line: 2,
      column: 1
    ),
    RecordsExample(
      name: "large integer",
      input: "[{\"é\":12345678901234567890,\"b\":1},{}]",
      records: ["{\"é\":12345678901234567890,\"b\":1}", "{}"]
    ),
    RecordsExample(
      name: "bad middle line",
      input: "{\"a\":1}\n{\"b\":x, \"c\":\"é\"}\n{\"c\":3}\n",
      records: ["{\"a\":1}", "bad:{\"b\":x, \"c\":\"é\"}", "{\"c\":3}"],
      code: .malformedJSON,
      line: 2,
      column: 6
    ),
    RecordsExample(
      name: "cut middle line",
      input: "{\"a\":1}\n{\"b\":[1\n{\"c\":3}\n",
      records: ["{\"a\":1}", "bad:{\"b\":[1", "{\"c\":3}"],
      code: .malformedJSON,
      line: 3,
      column: 1
    ),
    RecordsExample(
      name: "cut last line",
      input: "{\"a\":1}\n{\"b\":\"x",
      records: ["{\"a\":1}", "bad:{\"b\":\"x"],
      code: .malformedJSON,
      line: 2,
      column: 6
    ),
    RecordsExample(
      name: "comma between lines",
      input: "{},\n{}",
      records: ["{}", "bad:,", "{}"],
      code: .malformedJSON,
      line: 1,
      column: 3
    ),
    RecordsExample(
      name: "missing comma in an array",
      input: "[{} {}]",
      records: ["{}"],
      code: .malformedJSON,
      line: 1,
      column: 5
    ),
  ]

  @Test("finds the records in every shape, and the place of damage", arguments: examples)
  func shapes(_ example: RecordsExample) {
    let all = underAllChunkSizes {
      jsonTranscript(Array(example.input.utf8), root: example.root, chunkBytes: $0)
    }
    for (size, transcript) in zip(chunkSizes, all) {
      let raw = transcript.records.map { $0.split(separator: " from ").last.map(String.init) ?? "" }
      #expect(raw == example.records, "chunk size \(size)")
      #expect(transcript.failures.count == (example.code == nil ? 0 : 1), "chunk size \(size)")
      #expect(transcript.first?.code == example.code, "chunk size \(size)")
      #expect(transcript.first?.place?.line ?? 0 == example.line, "chunk size \(size)")
      #expect(transcript.first?.place?.column ?? 0 == example.column, "chunk size \(size)")
      #expect(transcript == all[0], "chunk size \(size)")
    }
  }

  @Test("every value knows where it starts")
  func places() throws {
    let input = "[\n {\"é\": \"日\", \"b\":\r\n[1,{}]}]"
    for size in chunkSizes {
      let source = try ByteSource(bytes: Array(input.utf8), name: "x", chunkBytes: size)
      let record = try #require(try JSONRecordReader(source).next())
      #expect(record.place.inFile("x").description == "x:2:2")
      let members = try #require(record.members)
      #expect(members.map { "\($0.key) \($0.keyPlace.inFile("x"))" } == ["é x:2:3", "b x:2:13"])
      #expect(members.map { $0.value.place.inFile("x").description } == ["x:2:8", "x:3:1"])
      guard case .array(let elements) = members[1].value.content else { return }
      #expect(elements.map { $0.place.inFile("x").description } == ["x:3:2", "x:3:4"])
      #expect(elements.map(\.place.byteOffset) == [24, 26])
    }
  }

  @Test("keys that differ only in normalisation are two keys")
  func normalisation() throws {
    let input = Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8)
    let record = try JSONRecordReader(try ByteSource(bytes: input, name: "x")).next()
    #expect(record?.members?.count == 2)
  }

  @Test("a repeated key is found in an object of any size", arguments: [2, 15, 16, 17, 18, 5_000])
  func manyKeys(count: Int) throws {
    let members = (0..<count).map { "\"key number \($0)\":\($0)" }.joined(separator: ",")
    func read(_ text: String) throws -> Int? {
      let source = try ByteSource(bytes: Array(text.utf8), name: "x")
      return try JSONRecordReader(source).next()?.members?.count
    }
    #expect(try read("{\(members)}") == count)
    for repeated in [0, count - 1] {
      let error = #expect(throws: ImportError.self) {
        try read("{\(members),\"key number \(repeated)\":1}")
      }
      #expect(error?.code == .duplicateKey)
    }
  }

  @Test("a record beyond the limit stops the reader at its start, in chunks of any size")
  func limit() {
    let input = Array("[{},\n {\"a\":\"12345678\"}]".utf8)
    for size in chunkSizes {
      let fits = jsonTranscript(input, chunkBytes: size, maximumFieldBytes: 16)
      #expect(fits.records.count == 2, "chunk size \(size)")
      let tooLong = jsonTranscript(input, chunkBytes: size, maximumFieldBytes: 14)
      #expect(tooLong.first?.code == .fieldTooLarge, "chunk size \(size)")
      #expect(tooLong.first?.place?.description == "in.json:2:2", "chunk size \(size)")
      #expect(tooLong.first?.canContinue == false)
    }
  }
}
