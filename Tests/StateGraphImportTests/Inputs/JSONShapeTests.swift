import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@Suite("The shapes of JSON")
struct JSONShapeTests {
  private static let schema = """
    CREATE TABLE people (id TEXT PRIMARY KEY NOT NULL, name TEXT);
    CREATE TABLE numbers (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE pairs (a TEXT, b TEXT, PRIMARY KEY (a, b));
    """

  private func people(_ scene: ImportScene) throws -> [[SQLiteValue]] {
    try scene.rows("SELECT id, name FROM people ORDER BY id")
  }

  @Test(arguments: [
    "[{\"id\":\"a\",\"name\":\"A\"},{\"id\":\"b\",\"name\":null}]",
    "{\"id\":\"a\",\"name\":\"A\"}\n{\"id\":\"b\"}\n",
    "{\"id\":\"a\",\"name\":\"A\"}\r\n\r\n{\"id\":\"b\"}",
    "\u{FEFF} {\"id\":\"a\",\"name\":\"A\"}{\"id\":\"b\"} ",
  ])
  func `an array, lines and concatenated objects are distinguished by their content`(
    text: String
  ) throws {
    for name in ["people.json", "people.jsonl", "people"] {
      let scene = try ImportScene(Self.schema)
      try scene.run(name, text)
      #expect(try people(scene) == [[.text("a"), .text("A")], [.text("b"), .null]])
    }
  }

  struct Root: Sendable, CustomTestStringConvertible {
    let root: String
    let text: String
    var testDescription: String { "\(root) in \(text)" }
  }

  @Test(arguments: [
    Root(root: "items", text: #"{"n":[{"items":1}],"items":[{"id":"a"}],"z":{"items":2}}"#),
    Root(root: "$.items", text: #"{"items":[{"id":"a"}]}"#),
    Root(
      root: "data.items",
      text: #"{"data":{"x":{"items":0},"items":[{"id":"a"}],"y":1},"n":1e999}"#
    ),
    Root(root: "$.data.items", text: #"{"data":{"items":[{"id":"a"}]}}"#),
    Root(root: "data.item", text: #"{"data":{"item":{"id":"a"},"item2":{"id":"b"}},"next":null}"#),
    Root(root: #"v1\.0.it\\ems"#, text: #"{"v1":{"0":1},"v1.0":{"it\\ems":[{"id":"a"}]}}"#),
    Root(root: "", text: #"[{"id":"a"}]"#), Root(root: "$", text: #"{"id":"a"}"#),
    Root(root: "$x", text: #"{"$x":[{"id":"a"}]}"#),
  ])
  func `the root leads to the records at any depth`(_ example: Root) throws {
    for size in chunkSizes {
      let transcript = jsonTranscript(
        Array(example.text.utf8),
        root: example.root,
        chunkBytes: size
      )
      #expect(transcript.failures.isEmpty)
      #expect(transcript.records.count == 1)
      #expect(transcript.records.allSatisfy { $0.hasSuffix(#"from {"id":"a"}"#) })
    }
    let scene = try ImportScene(Self.schema)
    try scene.run("people.json", example.text) { $0.inputs[0].root = example.root }
    #expect(try people(scene) == [[.text("a"), .null]])
  }

  @Test(arguments: [
    (#"{"data":{"item":[]}}"#, "data.items", "1:9"),
    (#"{"data":[{"item":[]}]}"#, "data.items", "1:10"),
    (#"{"data":[{"items":[]},7]}"#, "data.items", "1:23"),
    (#"{"data":{"items":3}}"#, "data.items", "1:18"),
    (#"{"Data":{"items":[]}}"#, "data.items", "1:1"),
    (#"{"data":{"items":[],"items":[]}}"#, "data.items", "1:21"),
    (#"{"data":{"items":[]},"data":{}}"#, "data.items", "1:22"),
    (#"{"data":{"items":[]}} {}"#, "data.items", "1:23"),
  ])
  func `a root that leads nowhere, or to two places, is refused at its place`(
    text: String,
    root: String,
    place: String
  ) throws {
    let scene = try ImportScene(Self.schema)
    let error = try scene.failure("people.json", text) { $0.inputs[0].root = root }
    #expect([.malformedJSON, .duplicateKey].contains(error.code))
    #expect(error.lineAndColumn == place)
  }

  @Test(arguments: [
    (
      #"[{"items":[{"id":"a"},{"id":"b"}]},{"items":[]},{"next":null},{"items":[{"id":"c"}]}]"#,
      "items"
    ),
    (
      #"{"pages":[{"data":{"items":[{"id":"a"}]}},{"data":{"items":[{"id":"b"},{"id":"c"}]},"n":1}]}"#,
      "pages.data.items"
    ),
    (
      #"{"type":"FeatureCollection","features":[{"properties":{"id":"a"},"geometry":null},"#
        + #"{"properties":{"id":"b"}},{"geometry":{},"properties":{"id":"c"}}]}"#,
      "features.properties"
    ),
    (#"[[{"items":[{"id":"a"}]}],[],[{"items":{"id":"b"}},{"items":{"id":"c"}}]]"#, "items"),
  ])
  func `the root leads through all elements of arrays`(text: String, root: String) throws {
    for size in chunkSizes {
      let transcript = jsonTranscript(Array(text.utf8), root: root, chunkBytes: size)
      #expect(transcript.failures.isEmpty)
      #expect(transcript.records.count == 3)
    }
    let scene = try ImportScene(Self.schema)
    try scene.run("people.json", text) { $0.inputs[0].root = root }
    #expect(try people(scene).map { $0[0] } == [.text("a"), .text("b"), .text("c")])
  }

  @Test func `an array on the path may be empty, and be very long`() throws {
    let scene = try ImportScene(Self.schema)
    try scene.run("people.json", #"{"pages":[]}"#) { $0.inputs[0].root = "pages.items" }
    let pages = [String](repeating: #"{"items":[]},{}"#, count: 100_000).joined(separator: ",")
    try scene.run("people.json", #"[\#(pages),{"items":[{"id":"a"}]}]"#) {
      $0.inputs[0].root = "items"
    }
    #expect(try people(scene) == [[.text("a"), .null]])
  }

  @Test func `the members of a map are records with their key`() throws {
    let scene = try ImportScene(Self.schema)
    let text =
      #"{"a":{"name":"A"}, "b":{"id":"b"},"#
      + "\n" + #""":{"name":"nameless"},"\u00e9.x":{}}"#
    let report = try scene.run("people.json", text) { $0.inputs[0].isMapByKey = true }
    #expect(report.records == 4)
    #expect(
      try people(scene) == [
        [.text(""), .text("nameless")], [.text("a"), .text("A")], [.text("b"), .null],
        [.text("é.x"), .null],
      ]
    )
  }

  @Test func `a map may stand below a root, and its keys be numbers`() throws {
    let scene = try ImportScene(Self.schema)
    let text = #"{"d":{"m":{"7":{"name":"A"},"-1":{"id":-1}},"n":0}}"#
    try scene.run("numbers.json", text) {
      $0.inputs[0].isMapByKey = true
      $0.inputs[0].root = "d.m"
    }
    #expect(
      try scene.rows("SELECT id, name FROM numbers ORDER BY id")
        == [[.integer(-1), .null], [.integer(7), .text("A")]]
    )
  }

  struct BadMap: Sendable, CustomTestStringConvertible {
    let table: String
    let text: String
    let code: ImportError.Code
    let place: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    BadMap(table: "people", text: #"{"a":{"id":"b"}}"#, code: .duplicateKey, place: "1:7"),
    BadMap(table: "people", text: #"{"a":{},"a":{}}"#, code: .duplicateIdentifier, place: "1:9"),
    BadMap(table: "people", text: #"{"a":{},"b":7}"#, code: .wrongType, place: "1:13"),
    BadMap(table: "people", text: #"[{"id":"a"}]"#, code: .malformedJSON, place: "1:1"),
    BadMap(table: "people", text: #"{"a":{}} {"b":{}}"#, code: .malformedJSON, place: "1:10"),
    BadMap(table: "numbers", text: #"{"007":{}}"#, code: .wrongType, place: "1:2"),
    BadMap(table: "numbers", text: #"{"é":{}}"#, code: .wrongType, place: "1:2"),
    BadMap(table: "pairs", text: #"{"a":{"b":"x"}}"#, code: .unsupportedSchema, place: ""),
  ])
  func `an input that is no map, or has a key that does not fit, is refused`(_ bad: BadMap) throws {
    let scene = try ImportScene(Self.schema)
    let error = try scene.failure(bad.table + ".json", bad.text) {
      $0.inputs[0].isMapByKey = true
    }
    #expect(error.code == bad.code)
    #expect(error.lineAndColumn == bad.place)
  }

  @Test func `the raw text of a record in a map begins with its key, in chunks of any size`() throws
  {
    let text = Array("{\"a\" : {\"x\":1},\n \"é\":{}}".utf8)
    for size in chunkSizes {
      let source = try ByteSource(bytes: text, name: "x", chunkBytes: size)
      let reader = JSONRecordReader(source, isMapByKey: true)
      #expect(try reader.next()?.members?.count == 1)
      #expect(ImportTestSupport.text(reader.recordBytes) == "\"a\" : {\"x\":1}")
      #expect(try reader.next()?.members?.count == 0)
      #expect(ImportTestSupport.text(reader.recordBytes) == "\"é\":{}")
      #expect(reader.recordKey?.text == "é")
      #expect(reader.recordKey?.place.inFile("x").description == "x:2:2")
      #expect(try reader.next() == nil)
    }
  }

  @Test func `a map that is not said to be one gets a hint`() throws {
    let scene = try ImportScene(Self.schema)
    let error = try scene.failure("people.json", #"{"a":{"name":"A"},"b":{}}"#)
    #expect(error.code == .unknownColumn)
    #expect(error.remedy.contains("--map-by-id"))
  }

  @Test func `the request may choose the last of several members of one name, at every depth`()
    throws
  {
    let scene = try ImportScene(Self.schema)
    let text = #"{"id":"a","name":1e999,"name":[{"x":1,"x":{}}],"\u006eame":"A"}"#
    #expect(try scene.failure("people.json", text).code == .duplicateKey)
    try scene.run("people.json", #"{"id":"a","name":{"x":1},"name":"B","\u006eame":"A"}"#) {
      $0.inputs[0].duplicateKeys = .last
    }
    #expect(try people(scene) == [[.text("a"), .text("A")]])
  }

  @Test(arguments: [2, 16, 17, 18, 3_000])
  func `the last member counts in an object of any size`(count: Int) throws {
    let members = (0..<count).map { "\"key number \($0)\":\($0)" }.joined(separator: ",")
    for repeated in [0, count - 1] {
      let text = "{\(members),\"key number \(repeated)\":-1,\"key number \(repeated)\":-2}"
      let source = try ByteSource(bytes: Array(text.utf8), name: "x")
      let record = try #require(try JSONRecordReader(source, takesLastOfKeys: true).next())
      let read = try #require(record.members)
      #expect(read.count == count)
      #expect(read[repeated].value.content == .integer(-2))
      #expect(Set(read.map(\.key)).count == count)
    }
  }

  @Test func `a million repetitions of a key take no longer than a million keys`() throws {
    let many = (0..<17).map { "\"k\($0)\":1," }.joined()
    let text = "{" + many + String(repeating: "\"k3\":0,", count: 200_000) + "\"k3\":7}"
    for takesLast in [true, false] {
      let source = try ByteSource(bytes: Array(text.utf8), name: "x")
      let reader = JSONRecordReader(source, takesLastOfKeys: takesLast)
      if takesLast {
        #expect(try reader.next()?.members?.count == 17)
      } else {
        let error = #expect(throws: ImportError.self) { try reader.next() }
        #expect(error?.code == .duplicateKey)
      }
    }
  }

  @Test func `the depth limit can be moved within bounds`() throws {
    let scene = try ImportScene(
      "CREATE TABLE nodes (id INTEGER PRIMARY KEY, nodes_id INTEGER REFERENCES nodes (id))"
    )
    let depth = 500
    let text =
      (0..<depth).map { "{\"id\":\($0),\"nodes\":[" }.joined()
      + String(repeating: "]}", count: depth)
    #expect(try scene.failure("nodes.json", text).code == .tooDeep)
    #expect(
      try scene.failure("nodes.json", text) { $0.inputs[0].maximumDepth = 999 }.code == .tooDeep
    )
    for wrong in [0, -1, 1_001, Int.max] {
      let error = try scene.failure("nodes.json", text) { $0.inputs[0].maximumDepth = wrong }
      #expect(error.code == .invalidRequest)
    }
    try scene.run("nodes.json", text) { $0.inputs[0].maximumDepth = 1_000 }
    #expect(try scene.rows("SELECT count(nodes_id) FROM nodes") == [[.integer(499)]])
  }

  @Test func `an escaped NUL is kept like every other character`() throws {
    let scene = try ImportScene(Self.schema)
    try scene.run("people.json", #"[{"id":"a\u0000b","name":"\u0000"},{"id":"a\u0000c"}]"#)
    #expect(
      try scene.rows("SELECT hex(id), hex(name) FROM people ORDER BY id")
        == [[.text("610062"), .text("00")], [.text("610063"), .text("")]]
    )
  }

  @Test(arguments: [
    #""\ud83d""#, #""\ude00""#, #""\ud83dx""#, #""\ud83d\ud83d""#, #""\ud83d\n""#,
    #""\ude00\ud83d""#,
  ])
  func `an escaped half of a surrogate pair is refused, as no text could hold it`(
    string: String
  ) throws {
    let scene = try ImportScene(Self.schema)
    let error = try scene.failure("people.json", "[{\"id\":\"a\",\n\"name\":\(string)}]")
    #expect(error.code == .malformedJSON)
    #expect(error.place?.line == 2)
  }
}
