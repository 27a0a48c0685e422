import Foundation
import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@Suite struct RejectTests {
  private func scene() throws -> ImportScene {
    try ImportScene(
      """
      CREATE TABLE users (
        id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, age INTEGER, code TEXT UNIQUE);
      CREATE TABLE posts (
        id INTEGER PRIMARY KEY, title TEXT, author_id TEXT REFERENCES users (id));
      """
    )
  }

  private func rejectLines(_ scene: ImportScene) throws -> [[String: Any]] {
    let path = scene.database + ".rejects.jsonl"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func ids(_ scene: ImportScene, _ table: String = "users") throws -> [SQLiteValue] {
    try scene.rows("SELECT id FROM \(table: table) ORDER BY id").map { $0[0] }
  }

  /// A bad record between two good ones: the text, its code and its place.
  static let bad: [(name: String, record: String, code: String, column: Int)] = [
    ("users.csv", "b,B", "raggedRow", 4),
    ("users.csv", "b,B,1,c,d", "raggedRow", 9),
    ("users.csv", "b,B,x,", "wrongType", 5),
    ("users.csv", "b,B,007,", "wrongType", 5),
    ("users.csv", "b,\"B\"B,1,", "malformedCSV", 6),
    ("users.csv", "b,\"B\"x,1,", "malformedCSV", 6),
    ("users.csv", ",B,1,", "missingValue", 1),
    ("users.csv", "b,,1,", "missingValue", 3),
    ("users.csv", "a,B,1,", "duplicateIdentifier", 1),
    ("users.csv", "b,B,1,same", "constraint", 1),
    ("users.jsonl", #"{"id":"b","name":"B","age":"1"}"#, "wrongType", 28),
    ("users.jsonl", #"{"id":"b","name":}"#, "malformedJSON", 18),
    ("users.jsonl", #"{"id":"b","nam":"B"}"#, "unknownColumn", 11),
    ("users.jsonl", #"{"id":"b","id":"c"}"#, "duplicateKey", 11),
    ("users.jsonl", #"{"id":"a","name":"B"}"#, "duplicateIdentifier", 7),
    ("users.jsonl", #"["b"]"#, "wrongType", 1),
  ]

  private func text(_ name: String, _ record: String) -> String {
    name.hasSuffix("csv")
      ? "id,name,age,code\na,A,,same\n\(record)\nz,Z,,\n"
      : #"{"id":"a","name":"A","code":"same"}"# + "\n\(record)\n" + #"{"id":"z","name":"Z"}"#
  }

  @Test(arguments: bad)
  func `one bad record is rejected with its place and text, and the other records are kept`(
    name: String,
    record: String,
    code: String,
    column: Int
  ) throws {
    let scene = try scene()
    let report = try scene.run(name, text(name, record)) { $0.onError = .reject }
    #expect(try ids(scene) == [.text("a"), .text("z")])
    #expect(report.records == 3)
    #expect(report.rejects.count == 1)
    #expect(report.rejects.groups.map(\.code.description) == [code])
    #expect(report.rejects.filePath == scene.database + ".rejects.jsonl")
    let line = try #require(try rejectLines(scene).first)
    let recordLine = name.hasSuffix("csv") ? 3 : 2
    #expect(line["file"] as? String == scene.directory.file(name))
    #expect(line["line"] as? Int == recordLine)
    #expect(line["column"] as? Int == column)
    #expect(line["code"] as? String == code)
    #expect(line["table"] as? String == "users")
    #expect(line["raw"] as? String == record)
    let header = line["header"] as? [String]
    #expect(header == (name.hasSuffix("csv") ? ["id", "name", "age", "code"] : nil))
  }

  @Test(arguments: bad)
  func `a skipped record leaves nothing but a count`(
    name: String,
    record: String,
    code: String,
    column: Int
  ) throws {
    let scene = try scene()
    let report = try scene.run(name, text(name, record)) { $0.onError = .skip }
    #expect(try ids(scene) == [.text("a"), .text("z")])
    #expect(report.rejects.count == 1)
    #expect(report.rejects.filePath == nil)
    let files = try FileManager.default.contentsOfDirectory(atPath: scene.directory.path)
    #expect(!files.contains { $0.contains("rejects") })
  }

  @Test(arguments: ["users.csv", "users.jsonl"])
  func `a run without bad records leaves no reject file`(name: String) throws {
    let scene = try scene()
    let good = name.hasSuffix("csv") ? "id,name\na,A\n" : #"{"id":"a","name":"A"}"#
    let report = try scene.run(name, good) { $0.onError = .reject }
    #expect(report.rejects.count == 0)
    #expect(report.rejects.filePath == nil)
    #expect(!FileManager.default.fileExists(atPath: scene.database + ".rejects.jsonl"))
  }

  @Test(
    "a failed import leaves only the rejects of the kept batches",
    arguments: [
      (nil, nil, 0), (nil, "empty.jsonl", 0), (10, nil, 10), (10, "new.jsonl", 10), (7, nil, 7),
    ] as [(Int?, String?, Int)]
  )
  func failedImport(batchSize: Int?, named: String?, kept: Int) throws {
    let scene = try scene()
    // More than is kept in memory.
    let filler = String(repeating: "x", count: 10_000)
    let rows = (0..<12).map { "\($0),\(filler)\n" }.joined()
    let path = try scene.file("users.csv", "id,name,age\n" + rows)
    if named == "empty.jsonl" { _ = try scene.file("empty.jsonl", "") }
    var request = ImportRequest(inputs: [ImportInput(path: path)])
    request.onError = .reject
    request.rejectFilePath = named.map(scene.directory.file)
    request.maximumErrors = 11
    request.batchSize = batchSize
    let importer = Importer(path: scene.database)
    let error = #expect(throws: ImportError.self) { try importer.run(request) }
    #expect(error?.code == .raggedRow)
    let rejects = scene.directory.file(named ?? "scene.sqlite.rejects.jsonl")
    let text = try? String(contentsOfFile: rejects, encoding: .utf8)
    let isThere = kept > 0 || named == "empty.jsonl"
    #expect(text?.split(separator: "\n").count == (isThere ? kept : nil))
    request.maximumErrors = nil
    #expect(try importer.run(request).rejects.count == 12)
    let whole = try String(contentsOfFile: rejects, encoding: .utf8)
    #expect(whole.split(separator: "\n").count == 12)
  }

  @Test func `a quote that is never closed costs the line on which it opens`() throws {
    let scene = try scene()
    let report = try scene.run("users.csv", "id,name\na,A\nb,\"B\nc,C\nd,D\n") {
      $0.onError = .reject
    }
    #expect(try ids(scene) == [.text("a"), .text("c"), .text("d")])
    #expect(report.rejects.groups.map(\.code) == [.unterminatedQuote])
    let line = try #require(try rejectLines(scene).first)
    #expect(line["line"] as? Int == 3)
    #expect(line["column"] as? Int == 3)
    #expect(line["raw"] as? String == "b,\"B")
  }

  @Test(arguments: [TextEncoding.windows1252, .utf16LittleEndian])
  func `bytes that mean no character in the encoding reject only their record`(
    encoding: TextEncoding
  ) throws {
    let scene = try scene()
    let path = scene.directory.file("users.csv")
    var bytes: [[UInt8]] = ["id,name\na,", "\nb,B\n"].map { [UInt8]($0.utf8) }
    // A byte without a character, and a half of a surrogate pair.
    var bad: [UInt8] = [0x81]
    if encoding == .utf16LittleEndian {
      bytes = bytes.map { $0.flatMap { [$0, 0] } }
      bad = [0x00, 0xD8]
    }
    try Data(bytes[0] + bad + bytes[1]).write(to: URL(fileURLWithPath: path))
    let report = try scene.run([path]) {
      $0.inputs[0].encoding = encoding
      $0.onError = .reject
    }
    #expect(report.rejects.groups.map(\.code) == [.invalidEncoding])
    #expect(try ids(scene) == [.text("b")])
    #expect(try rejectLines(scene).map { $0["line"] as? Int } == [2])
  }

  @Test func `bytes that are not UTF-8 are kept in base 64`() throws {
    let scene = try scene()
    let path = scene.directory.file("users.csv")
    try Data([UInt8]("id,name\na,".utf8) + [0xFF, 0xFE, 0x0A] + [UInt8]("b,B\n".utf8))
      .write(to: URL(fileURLWithPath: path))
    let report = try scene.run([path]) { $0.onError = .reject }
    #expect(report.rejects.groups.map(\.code) == [.invalidUTF8])
    let line = try #require(try rejectLines(scene).first)
    #expect(line["raw"] == nil)
    let encoded = try #require(line["rawBase64"] as? String)
    #expect(Data(base64Encoded: encoded).map(Array.init) == [UInt8]("a,".utf8) + [0xFF, 0xFE])
  }

  @Test func `a bad record leaves no row, and neither do its nested records`() throws {
    let scene = try scene()
    let report = try scene.run(
      "posts.jsonl",
      """
      {"id":1,"author":{"id":"a","name":"A"},"title":true}
      {"id":2,"author":{"id":"b","name":"B"},"title":"t"}
      {"id":3,"author":{"id":"b","name":"C"},"title":"t","nothing":1}
      """
    ) { $0.onError = .reject }
    #expect(report.rejects.count == 2)
    #expect(
      try scene.rows("SELECT id, name FROM users") == [[.text("b"), .text("B")]]
    )
    #expect(try ids(scene, "posts") == [.integer(2)])
    #expect(report.tables.filter { $0.table == "users" }.map(\.inserted) == [1])
    #expect(report.tables.map(\.updated) == [0, 0])
  }

  @Test(arguments: [DanglingPolicy.null, .keep])
  func `a rejected record leaves no reference behind that is reported or filled in`(
    policy: DanglingPolicy
  ) throws {
    let scene = try ImportScene(
      """
      CREATE TABLE lists (id TEXT PRIMARY KEY NOT NULL, n INTEGER);
      CREATE TABLE items (
        id TEXT PRIMARY KEY NOT NULL, other_id TEXT REFERENCES items (id),
        list_id TEXT REFERENCES lists (id), n INTEGER);
      """
    )
    let report = try scene.run(
      "lists.jsonl",
      """
      {"id":"x","items":[{"id":"a","other":"gone"},{"id":"b","n":"bad"}]}
      {"id":"y","items":[{"id":"c","other":"d"},{"id":"e","other":"nowhere"},{"id":"d"}]}
      """
    ) {
      $0.onError = .skip
      $0.dangling = policy
    }
    #expect(report.rejects.count == 1)
    #expect(report.dangling.map(\.rows) == [1])
    let kept: SQLiteValue = policy == .null ? .null : .text("nowhere")
    #expect(
      try scene.rows("SELECT id, other_id, list_id FROM items ORDER BY id") == [
        [.text("c"), .text("d"), .text("y")], [.text("d"), .null, .text("y")],
        [.text("e"), kept, .text("y")],
      ]
    )
    #expect(try scene.rows("SELECT id FROM lists") == [[.text("y")]])
  }

  @Test func `damage in the middle of a JSON array ends the import`() throws {
    let error = try scene().failure(
      "users.json",
      #"[{"id":"a","name":"A"},{"id":"b","name":},{"id":"c","name":"C"}]"#
    ) { $0.onError = .reject }
    #expect(error.code == .malformedJSON)
  }

  @Test func `a bad value in a JSON array costs its record`() throws {
    let scene = try scene()
    let report = try scene.run(
      "users.json",
      #"[{"id":"a","name":true},{"id":"b","name":"B"},7,{"id":"c","name":"C","x":[]}]"#
    ) { $0.onError = .reject }
    #expect(report.rejects.count == 3)
    #expect(try ids(scene) == [.text("b")])
    #expect(
      try rejectLines(scene).map { $0["raw"] as? String } == [
        #"{"id":"a","name":true}"#, "7", #"{"id":"c","name":"C","x":[]}"#,
      ]
    )
  }

  @Test func `a bad header ends the import, or its file is left out with the bad records`() throws {
    let scene = try scene()
    let error = try scene.failure("users.csv", "id,nam\na,A\n")
    #expect(error.code == .unknownColumn)
    let report = try scene.run("users.csv", "id,nam\na,A\n") { $0.onError = .skip }
    #expect(report.refusedInputs.map(\.reason) == [error.message])
    #expect(report.records == 0)
  }

  @Test func `more bad records than the limit end the import`() throws {
    let text = "id,name,age\na,A,x\nb,B,x\nc,C,x\n"
    let scene = try scene()
    #expect(
      try scene.run("users.csv", text) {
        $0.onError = .skip
        $0.maximumErrors = 3
      }.rejects.count == 3
    )
    let error = try scene.failure("users.csv", text) {
      $0.onError = .skip
      $0.maximumErrors = 2
    }
    #expect(error.code == .wrongType)
    #expect(error.lineAndColumn == "4:5")
    #expect(error.message.hasPrefix("3 records were rejected, and the limit is 2"))
  }

  @Test func `a reject file that has content is never overwritten`() throws {
    let scene = try scene()
    let text = "id,name,age\na,A,x\n"
    let paths = try (0..<3).map { _ in
      try scene.run("users.csv", text) { $0.onError = .reject }.rejects.filePath
    }
    #expect(paths == ["", ".2", ".3"].map { scene.database + ".rejects\($0).jsonl" })
    let taken = try scene.file("taken.jsonl", "mine\n")
    let error = try scene.failure("users.csv", text) {
      $0.onError = .reject
      $0.rejectFilePath = taken
    }
    #expect(error.code == .cannotCreateOutput)
    #expect(try String(contentsOfFile: taken, encoding: .utf8) == "mine\n")
    let empty = try scene.file("empty.jsonl", "")
    #expect(
      try scene.run("users.csv", text) {
        $0.onError = .reject
        $0.rejectFilePath = empty
      }.rejects.filePath == empty
    )
  }

  @Test func `a rule that ends the transaction ends the import`() throws {
    let scene = try ImportScene(
      "CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, v TEXT UNIQUE ON CONFLICT ROLLBACK)"
    )
    let error = try scene.failure("t.csv", "id,v\na,x\nb,x\nc,y\n") { $0.onError = .skip }
    #expect(error.code == .constraint)
    #expect(error.lineAndColumn == "3:1")
  }
}
