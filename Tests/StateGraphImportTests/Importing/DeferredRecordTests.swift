import Foundation
import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

@Suite struct DeferredRecordTests {
  private func scene() throws -> ImportScene {
    try ImportScene(
      """
      CREATE TABLE nodes (
        id TEXT PRIMARY KEY NOT NULL, next_id TEXT REFERENCES nodes (id), note TEXT);
      CREATE TABLE marks (
        id INTEGER PRIMARY KEY, node_id TEXT NOT NULL REFERENCES nodes (id),
        unique_note TEXT UNIQUE);
      """
    )
  }

  private func ids(_ scene: ImportScene) throws -> [String] {
    try scene.rows("SELECT id FROM nodes ORDER BY id").compactMap {
      if case .text(let id) = $0[0] { id } else { nil }
    }
  }

  /// A record that refers to a missing or a rejected record is rejected. Circles are kept.
  @Test(arguments: [
    ("id,next_id\na,gone\nb,a\nc,b\nd,\n", ["d"], 3),
    ("id,next_id\na,b\nb,a\nc,c\nd,a\ne,gone\n", ["a", "b", "c", "d"], 1),
    ("id,next_id\na,b\nb,c\nc,a\nd,e\ne,d\nf,x\n", ["a", "b", "c", "d", "e"], 1),
    ("id,next_id\nz,y\ny,x\nx,\n", ["x", "y", "z"], 0),
  ])
  func `exactly the records whose references lead nowhere are rejected`(
    text: String,
    kept: [String],
    rejectCount: Int
  ) throws {
    for format in ["csv", "jsonl"] {
      let scene = try scene()
      let rows = text.split(separator: "\n").dropFirst().map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
      let lines = rows.map {
        #"{"id":"\#($0[0])","next":\#($0[1].isEmpty ? "null" : "\"\($0[1])\"")}"#
      }
      let report = try scene.run(
        "nodes." + format,
        format == "csv" ? text : lines.joined(separator: "\n")
      ) { $0.onError = .reject }
      #expect(try ids(scene) == kept)
      #expect(report.rejects.count == rejectCount)
      #expect(report.rejects.groups.allSatisfy { $0.code == .danglingReference })
      #expect(report.records == rows.count)
      #expect(report.tables.map(\.inserted) == [kept.count])
      let names = try scene.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'stategraph%'")
      #expect(names.isEmpty)
    }
  }

  @Test func `the place is that of the reference`() throws {
    let scene = try scene()
    let report = try scene.run("nodes.csv", "note,id,next_id\n\"x\ny\",a,gone\n") {
      $0.onError = .skip
    }
    let place = try #require(report.rejects.groups.first?.first.first?.place)
    #expect("\(place)" == scene.directory.file("nodes.csv") + ":3:6")
    #expect(place.byteOffset == 24)
  }

  @Test func `rows may come after the records that refer to them, in another input`() throws {
    let scene = try scene()
    let report = try scene.run([
      try scene.file("marks.jsonl", #"{"id":1,"node":"a"}"# + "\n" + #"{"id":2,"node":"b"}"#),
      try scene.file("nodes.csv", "id,next_id\na,c\n"),
      try scene.file("nodes.jsonl", #"{"id":"c"}"#),
    ]) { $0.onError = .reject }
    #expect(report.rejects.count == 1)
    #expect(try scene.rows("SELECT id FROM marks") == [[.integer(1)]])
    #expect(try ids(scene) == ["a", "c"])
  }

  @Test func `a key twice is found whether the records wait or not`() throws {
    for text in [
      "id,next_id\na,late\na,\nlate,\n", "id,next_id\na,\na,late\nlate,\n",
      "id,next_id\na,late\na,late\nlate,\n",
    ] {
      let scene = try scene()
      let report = try scene.run("nodes.csv", text) { $0.onError = .skip }
      #expect(report.rejects.groups.map(\.code) == [.duplicateIdentifier])
      #expect(report.rejects.groups.first?.first.first?.place?.line == 3)
      #expect(try ids(scene) == ["a", "late"])
    }
  }

  @Test func `a later input overrides values of a waiting record`() throws {
    let scene = try scene()
    try scene.run([
      try scene.file("nodes.csv", "id,next_id,note\na,late,first\n"),
      try scene.file("nodes.jsonl", #"{"id":"a","note":"second"}"# + "\n" + #"{"id":"late"}"#),
    ]) { $0.onError = .skip }
    #expect(
      try scene.rows("SELECT note, next_id FROM nodes WHERE id = 'a'")
        == [[.text("second"), .text("late")]]
    )
  }

  @Test func `a waiting record that the table does not take is rejected for that`() throws {
    let scene = try scene()
    let report = try scene.run([
      try scene.file("marks.csv", "id,node_id,unique_note\n1,a,x\n2,a,x\n3,a,y\n"),
      try scene.file("nodes.csv", "id\na\n"),
    ]) { $0.onError = .reject }
    #expect(report.rejects.groups.map(\.code) == [.constraint])
    #expect(try scene.rows("SELECT id FROM marks") == [[.integer(1)], [.integer(3)]])
  }

  @Test func `a waiting record is kept or rejected together with its nested rows`() throws {
    let scene = try scene()
    let report = try scene.run(
      "nodes.jsonl",
      """
      {"id":"a","next":{"id":"b","next":{"id":"c","next":"gone"}},"marks":[{"id":1}]}
      {"id":"d","next":{"id":"e","next":"late"},"marks":[{"id":2},{"id":3}]}
      {"id":"late"}
      """
    ) { $0.onError = .reject }
    #expect(report.rejects.count == 1)
    #expect(try ids(scene) == ["d", "e", "late"])
    #expect(try scene.rows("SELECT id FROM marks") == [[.integer(2)], [.integer(3)]])
  }

  @Test func `random graphs keep exactly the records that a fixpoint by hand keeps`() throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    for _ in 0..<20 {
      let count = Int.random(in: 1...40, using: &random)
      let edges = (0..<count).map { _ in
        Bool.random(using: &random) ? Int.random(in: 0..<(count + 4), using: &random) : nil
      }
      var alive = Set(0..<count)
      while true {
        let dead = alive.filter { node in edges[node].map { !alive.contains($0) } ?? false }
        if dead.isEmpty { break }
        alive.subtract(dead)
      }
      let scene = try scene()
      let order = (0..<count).shuffled(using: &random)
      let rows = order.map { "\($0),\(edges[$0].map(String.init) ?? "")\n" }.joined()
      let report = try scene.run("nodes.csv", "id,next_id\n" + rows) { $0.onError = .skip }
      #expect(try Set(ids(scene).compactMap { Int($0) }) == alive, "seed \(seed)")
      #expect(report.rejects.count == count - alive.count, "seed \(seed)")
    }
  }
}
