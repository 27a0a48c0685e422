import Foundation
import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@Suite struct ResumeTests {
  private func scene() throws -> ImportScene {
    try ImportScene(
      """
      CREATE TABLE nodes (
        id TEXT PRIMARY KEY NOT NULL, next_id TEXT REFERENCES nodes (id), note TEXT, n INTEGER);
      CREATE TABLE marks (
        id INTEGER PRIMARY KEY, node_id TEXT NOT NULL REFERENCES nodes (id), text TEXT);
      """
    )
  }

  /// Runs until it is stopped at the `limit`th report of progress; nil means to the end.
  private func run(
    _ scene: ImportScene,
    _ request: ImportRequest,
    stopAt limit: Int?
  ) throws -> (report: ImportReport?, notices: [ImportNotice]) {
    var calls = 0
    var notices: [ImportNotice] = []
    do {
      let report = try Importer(path: scene.database).run(request) { _ in
        calls += 1
        return calls == limit ? .stop : .proceed
      } notice: {
        notices.append($0)
      }
      return (report, notices)
    } catch {
      guard error.code == .interrupted else { throw error }
      return (nil, notices)
    }
  }

  private func leftovers(_ scene: ImportScene) throws -> [[SQLiteValue]] {
    try scene.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'stategraph%'")
  }

  @Test(arguments: ["csv", "jsonl", "json"])
  func `an import that was stopped is resumed where it was`(format: String) throws {
    let (scene, whole) = (try scene(), try self.scene())
    let rows = (0..<5000).map { ("k\($0)", "k\(($0 + 17) % 5000)") }
    let text =
      switch format {
      case "csv": "id,next_id\n" + rows.map { "\($0),\($1)\n" }.joined()
      case "json":
        "[" + rows.map { #"{"id":"\#($0)","next":"\#($1)"}"# }.joined(separator: ",\n") + "]"
      default: rows.map { #"{"id":"\#($0)","next":{"id":"\#($1)"}}"# }.joined(separator: "\n")
      }
    try whole.run("nodes." + format, text)
    let path = try scene.file("nodes." + format, text)
    let request = ImportRequest(inputs: [ImportInput(path: path)])
    #expect(try run(scene, request, stopAt: 2).report == nil)
    #expect(try scene.rows("SELECT count(*) FROM nodes") == [[.integer(2048)]])
    #expect(try run(scene, request, stopAt: 4).report == nil)
    let (report, notices) = try run(scene, request, stopAt: nil)
    let resumed = try #require(report)
    #expect(notices.map(\.message) == ["resuming at record \(resumed.resumedRecords + 1)"])
    #expect(resumed.records + resumed.resumedRecords == 5000)
    #expect(resumed.dangling.isEmpty)
    #expect(try sameBytes(scene.dump(), whole.dump()))
    #expect(try leftovers(scene).isEmpty)
    #expect(try run(scene, request, stopAt: nil).report?.changes == 0)
  }

  @Test func `the progress of a resumed import begins where it was`() throws {
    let scene = try scene()
    let rows = (0..<20_000).map { "k\($0),\($0)\n" }
    let path = try scene.file("nodes.csv", "id,n\n" + rows.joined())
    let request = ImportRequest(inputs: [ImportInput(path: path)])
    #expect(try run(scene, request, stopAt: 8).report == nil)
    let kept = 8 * 1024
    let keptBytes = Int64(5 + rows[..<kept].reduce(0) { $0 + $1.utf8.count })
    var states: [ImportProgress] = []
    _ = try Importer(path: scene.database).run(request) {
      states.append($0)
      return .proceed
    }
    let first = try #require(states.first)
    #expect(first.records == kept && first.bytesRead >= keptBytes)
    #expect(states.allSatisfy { $0.resumedRecords == kept && $0.totalBytes == first.totalBytes })
    #expect(zip(states, states.dropFirst()).allSatisfy { $0.bytesRead <= $1.bytesRead })
    #expect(zip(states, states.dropFirst()).allSatisfy { $0.records <= $1.records })
    let isReadOver = states.map { $0.records == kept }
    #expect(isReadOver.contains(true) && isReadOver.contains(false))
    for state in states {
      #expect(state.resumedBytes >= keptBytes)
      if state.records == kept { #expect(state.resumedBytes == state.bytesRead) }
    }
    #expect(states.last?.bytesRead == first.totalBytes)
    #expect(states.last?.records == 20_000)
  }

  @Test func `a changed mapping does not resume, and one that says the same does`() throws {
    let (scene, text) = (
      try scene(), "key\n" + (0..<5_000).map { "k\($0)\n" }.joined()
    )
    let path = try scene.file("nodes.csv", text)
    func request(_ mapping: String) throws -> ImportRequest {
      var request = ImportRequest(inputs: [ImportInput(path: path)])
      request.mapping = .file(try scene.file("map.json", mapping))
      return request
    }
    let old = #"{"nodes": {"rename": {"key": "id"}, "constants": {"n": 1, "note": "a"}}}"#
    #expect(try run(scene, request(old), stopAt: 2).report == nil)
    let same = #"{"nodes":{"constants":{"note":"a","n":1},"rename":{"key":"id"}}}"#
    let (none, notices) = try run(scene, request(same), stopAt: 3)
    #expect(none == nil && notices.map(\.message) == ["resuming at record 2049"])
    for (number, other) in [
      #"{"nodes": {"rename": {"key": "id"}, "constants": {"n": 2, "note": "a"}}}"#,
      #"{"nodes": {"rename": {"key": "id"}, "constants": {"n": 2, "note": "b"}}}"#,
      #"{"nodes": {"rename": {"key": "id"}, "constants": {"n": 2}, "nulls": {"note": ["b"]}}}"#,
    ].enumerated() {
      let (report, notices) = try run(scene, request(other), stopAt: nil)
      #expect(notices.isEmpty, "\(number)")
      #expect(report?.records == 5_000, "\(number)")
      let values = try scene.rows("SELECT DISTINCT n FROM nodes")
      #expect(values == [[.integer(2)]], "\(number)")
    }
  }

  @Test(arguments: DanglingPolicy.allCases)
  func `references that were open at the interruption are settled at the end`(
    policy: DanglingPolicy
  ) throws {
    let text = "id,next_id\n" + (0..<3000).map { "k\($0),k\($0 + 1500)\n" }.joined()
    for lateRows in [true, false] {
      let scene = try scene()
      let path = try scene.file("nodes.csv", text)
      let late = try scene.file(
        "nodes.jsonl",
        (3000..<4500).map { #"{"id":"k\#($0)"}"# }.joined(separator: "\n")
      )
      var request = ImportRequest(inputs: [ImportInput(path: path)])
      if lateRows { request.inputs.append(ImportInput(path: late)) }
      request.dangling = policy
      #expect(try run(scene, request, stopAt: 2).report == nil)
      guard lateRows || policy != .reject else {
        let error = #expect(throws: ImportError.self) {
          try Importer(path: scene.database).run(request)
        }
        #expect(error?.code == .danglingReference)
        #expect(error?.message.contains("2048 records read before are kept") == true)
        continue
      }
      let report = try #require(try run(scene, request, stopAt: nil).report)
      #expect(report.dangling.map(\.rows) == (lateRows ? [] : [1500]))
      let cleared = try scene.rows(
        "SELECT count(*) FROM nodes WHERE next_id IS NULL AND CAST(substr(id, 2) AS INTEGER) < 3000"
      )
      #expect(cleared == [[.integer(policy == .null && !lateRows ? 1500 : 0)]])
      #expect(
        try scene.rows(
          """
          SELECT count(*) FROM nodes AS n WHERE next_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM nodes AS p WHERE p.id = n.next_id)
          """
        ) == [[.integer(policy == .keep && !lateRows ? 1500 : 0)]]
      )
      #expect(try leftovers(scene).isEmpty)
    }
  }

  @Test func `random imports that are interrupted over and over end as if nothing had happened`()
    throws
  {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    for round in 0..<24 {
      let (scene, whole) = (try scene(), try self.scene())
      let texts = [
        ("nodes.csv", randomRows(&random)), ("marks.jsonl", randomMarks(&random)),
        ("nodes.jsonl", randomLines(&random)),
      ]
      let onError = [ErrorPolicy.reject, .skip][round % 2]
      let dangling = DanglingPolicy.allCases[round % 3]
      let batchSize = Int.random(in: 1...9, using: &random)
      func request(_ scene: ImportScene) throws -> ImportRequest {
        var request = ImportRequest(
          inputs: try texts.map { ImportInput(path: try scene.file($0.0, $0.1)) }
        )
        (request.onError, request.dangling, request.batchSize) = (onError, dangling, batchSize)
        return request
      }
      let expected = try Importer(path: whole.database).run(try request(whole))
      let interrupted = try request(scene)
      var report: ImportReport?
      var runCount = 0
      while report == nil, runCount < 200 {
        let limit = Int.random(in: 2...12, using: &random)
        report = try run(scene, interrupted, stopAt: runCount < 20 ? limit : nil).report
        runCount += 1
      }
      let comment: Comment = "seed \(seed), round \(round), \(runCount) runs"
      #expect(try sameBytes(scene.dump(), whole.dump()), comment)
      #expect(report?.rejects.count == expected.rejects.count, comment)
      #expect(try rejects(scene) == rejects(whole), comment)
      #expect(try leftovers(scene).isEmpty, comment)
    }
  }

  /// The lines of the reject file, without the path of the directory.
  private func rejects(_ scene: ImportScene) throws -> [String] {
    guard
      let text = try? String(contentsOfFile: scene.database + ".rejects.jsonl", encoding: .utf8)
    else { return [] }
    return text.replacing(scene.directory.path, with: "").split(separator: "\n").map(String.init)
  }

  private func randomRows(_ random: inout SeededRandom) -> String {
    var text = "id,next_id,n\r\n"
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      let id = "k\(Int.random(in: 0..<80, using: &random))"
      let next = Bool.random(using: &random) ? "k\(Int.random(in: 0..<90, using: &random))" : ""
      let n = ["1", "", "x", "2,3", "\"7\""].randomElement(using: &random) ?? ""
      text += "\(id),\(next),\(n)\r\n"
    }
    return text
  }

  private func randomMarks(_ random: inout SeededRandom) -> String {
    (0..<Int.random(in: 0...40, using: &random)).map { _ in
      let node = "k\(Int.random(in: 0..<90, using: &random))"
      let text = ["\"t\"", "1", "null", "}"].randomElement(using: &random) ?? ""
      let nested = Bool.random(using: &random) ? "\"\(node)\"" : #"{"id":"\#(node)","n":1}"#
      let id = Int.random(in: 0..<60, using: &random)
      return #"{"id":\#(id),"node":\#(nested),"text":\#(text)}"# + "\n"
    }.joined()
  }

  private func randomLines(_ random: inout SeededRandom) -> String {
    (0..<Int.random(in: 0...40, using: &random)).map { _ in
      #"{"id":"k\#(Int.random(in: 40..<90, using: &random))","note":"z"}"# + "\n"
    }.joined()
  }

  @Test func `a bad record ends an import in batches with whole batches kept`() throws {
    let scene = try scene()
    let rows = (0..<95).map { "k\($0),,\($0 == 93 ? "x" : "1")\n" }.joined()
    let path = try scene.file("nodes.csv", "id,next_id,n\n" + rows)
    var request = ImportRequest(inputs: [ImportInput(path: path)])
    request.batchSize = 10
    let error = #expect(throws: ImportError.self) {
      try Importer(path: scene.database).run(request)
    }
    #expect(error?.lineAndColumn == "95:6")
    #expect(error?.message.hasSuffix("; 90 records read before are kept") == true)
    #expect(try scene.rows("SELECT count(*) FROM nodes") == [[.integer(90)]])
  }

  @Test func `in batches no row is kept whose reference leads nowhere`() throws {
    let scene = try scene()
    let rows = (0..<30).map { "k\($0),\($0 == 4 ? "gone" : "k0")\n" }.joined()
    let path = try scene.file("nodes.csv", "id,next_id\n" + rows)
    var request = ImportRequest(inputs: [ImportInput(path: path)])
    request.batchSize = 10
    let error = #expect(throws: ImportError.self) {
      try Importer(path: scene.database).run(request)
    }
    #expect(error?.code == .danglingReference)
    #expect(error?.lineAndColumn == "6:4")
    #expect(
      try scene.rows("SELECT count(*) FROM nodes WHERE next_id = 'gone'") == [[.integer(0)]]
    )
  }

  @Test func `a file that has changed is read from its start`() throws {
    let scene = try scene()
    let text = "id,n\n" + (0..<3000).map { "k\($0),1\n" }.joined()
    let path = try scene.file("nodes.csv", text)
    let request = ImportRequest(inputs: [ImportInput(path: path)])
    #expect(try run(scene, request, stopAt: 1).report == nil)
    _ = try scene.file("nodes.csv", text.replacing("k0,1", with: "k0,2"))
    let (report, notices) = try run(scene, request, stopAt: nil)
    #expect(notices.map(\.message) == ["has changed; read from its start"])
    #expect(report?.records == 3000)
    #expect(try scene.rows("SELECT n FROM nodes WHERE id = 'k0'") == [[.integer(2)]])
    #expect(try leftovers(scene).isEmpty)
  }

  @Test func `a restart ignores the checkpoint of an interrupted run`() throws {
    let scene = try scene()
    let text = "id,next_id\n" + (0..<3000).map { "k\($0),k\($0 + 1)\n" }.joined() + "k3000,\n"
    for policy in DanglingPolicy.allCases {
      var request = ImportRequest(inputs: [ImportInput(path: try scene.file("nodes.csv", text))])
      request.dangling = policy
      request.onError = .skip
      request.batchSize = 100
      #expect(try run(scene, request, stopAt: 5).report == nil)
      #expect(try !leftovers(scene).isEmpty)
      request.restarts = true
      let (report, notices) = try run(scene, request, stopAt: nil)
      #expect(notices.isEmpty)
      #expect(report?.records == 3001)
      #expect(report?.rejects.count == 0)
      #expect(try leftovers(scene).isEmpty)
    }
  }

  @Test func `another import does not take over the checkpoint of this one`() throws {
    let scene = try scene()
    let path = try scene.file("nodes.csv", "id\n" + (0..<3000).map { "k\($0)\n" }.joined())
    var request = ImportRequest(inputs: [ImportInput(path: path)])
    #expect(try run(scene, request, stopAt: 1).report == nil)
    request.onConflict = .ignore
    let (report, notices) = try run(scene, request, stopAt: nil)
    #expect(notices.isEmpty)
    #expect(report?.records == 3000)
  }

  @Test func `the tables of checkpoints are hidden from the schema`() throws {
    let scene = try scene()
    let path = try scene.file("nodes.csv", "id\n" + (0..<3000).map { "k\($0)\n" }.joined())
    let request = ImportRequest(inputs: [ImportInput(path: path)])
    #expect(try run(scene, request, stopAt: 1).report == nil)
    #expect(try !leftovers(scene).isEmpty)
    let connection = try Connection.open(try DatabaseLocation(path: scene.database), mode: .reader)
    #expect(try SchemaReader(connection).tables().map(\.name) == ["marks", "nodes"])
  }
}
