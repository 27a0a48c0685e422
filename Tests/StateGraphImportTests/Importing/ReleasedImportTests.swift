import Foundation
import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

/// The tables of interrupted imports in files of released versions; see `Fixtures/Released`.
@Suite struct ReleasedImportTests {
  /// A table whose records refer to later ones, with a CHECK constraint that rejects some of them.
  private static let nodes = """
    CREATE TABLE nodes (
      id INTEGER PRIMARY KEY CHECK (id % 100 <> 0),
      next_id INTEGER REFERENCES nodes (id)
    )
    """
  private static let count = 5_000

  private func released() throws -> String {
    try String(
      contentsOfFile: PackageRoot.fixture("Released/0.1.0/imports.sql"),
      encoding: .utf8
    )
  }

  /// Each record refers to the record 1,501 places after it, so records of each batch wait.
  private func request(_ scene: ImportScene) throws -> ImportRequest {
    let lines = (1...Self.count).map { number in
      let next = number + 1_501
      return next <= Self.count && next % 100 != 0 ? "\(number),\(next)\n" : "\(number),\n"
    }
    let text = "id,next_id\n" + lines.joined()
    var request = ImportRequest(inputs: [ImportInput(path: try scene.file("nodes.csv", text))])
    request.batchSize = 1_024
    request.onError = .reject
    return request
  }

  /// Runs the import until `limit` reports of progress. Returns nil if it was stopped.
  private func run(
    _ scene: ImportScene,
    _ request: ImportRequest,
    stopAt limit: Int?
  ) throws -> ImportReport? {
    var calls = 0
    do {
      return try Importer(path: scene.database).run(request) { _ in
        calls += 1
        return calls == limit ? .stop : .proceed
      }
    } catch let error where error.code == .interrupted {
      return nil
    }
  }

  private func importTables(_ scene: ImportScene) throws -> [[SQLiteValue]] {
    try scene.rows(
      "SELECT name, sql FROM sqlite_schema WHERE name LIKE 'stategraph_import%' ORDER BY name"
    )
  }

  private func words(_ rows: [[SQLiteValue]]) -> [String] {
    rows.flatMap { row in
      row.map { value in
        guard case .text(let text) = value else { return "" }
        return text.split { $0.isWhitespace || "(),\"".contains($0) }.joined(separator: " ")
          .replacing("main.", with: "").replacing("IF NOT EXISTS ", with: "")
      }
    }
  }

  @Test func `an interrupted import uses the tables of the release and is resumed from them`()
    throws
  {
    let scene = try ImportScene(Self.nodes + ";\n" + released())
    let tables = try importTables(scene)
    let request = try request(scene)
    #expect(try run(scene, request, stopAt: 3) == nil)
    #expect(try importTables(scene) == tables)
    #expect(try scene.rows("SELECT count(*) > 0 FROM stategraph_imports") == [[.integer(1)]])
    let report = try #require(try run(scene, request, stopAt: nil))
    #expect(report.rejects.count == Self.count / 100)
    #expect(
      try scene.rows("SELECT count(*) FROM nodes") == [[.integer(Int64(Self.count * 99 / 100))]]
    )
  }

  @Test func `an interrupted import has the same internal tables as in the last release`() throws {
    let old = try ImportScene(Self.nodes + ";\n" + released())
    let new = try ImportScene(Self.nodes)
    #expect(try run(new, try request(new), stopAt: 3) == nil)
    let released = words(try importTables(old).filter { $0[1] != .null })
    let today = words(try importTables(new).filter { $0[1] != .null })
    #expect(!today.isEmpty)
    // A run creates only the tables that it needs.
    for word in today { #expect(released.contains(word)) }
  }
}
