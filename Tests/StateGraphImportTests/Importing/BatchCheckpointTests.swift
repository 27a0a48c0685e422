import ImportTestSupport
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

/// A batch and its checkpoint are one transaction.
@Suite struct BatchCheckpointTests {
  private let scene: ImportScene
  private var request: ImportRequest

  init() throws {
    scene = try ImportScene("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)")
    let lines = (1...5_000).map { "\($0),note \($0)\n" }.joined()
    request = ImportRequest(
      inputs: [ImportInput(path: try scene.file("notes.csv", "id,text\n" + lines))]
    )
    request.batchSize = 1_024
  }

  private func error(stopAt limit: Int? = nil) -> ImportError? {
    var calls = 0
    do {
      _ = try Importer(path: scene.database).run(request) { _ in
        calls += 1
        return calls == limit ? .stop : .proceed
      }
      return nil
    } catch {
      return error
    }
  }

  @Test func `a batch of which no checkpoint can be kept is not kept`() throws {
    #expect(error(stopAt: 2)?.code == .interrupted)
    let kept = try scene.rows("SELECT max(records) FROM stategraph_imports")
    #expect(try scene.rows("SELECT count(*) FROM notes") == kept)
    try Database(path: scene.database).execute(
      """
      CREATE TRIGGER refusal BEFORE INSERT ON stategraph_imports
      BEGIN SELECT RAISE(ABORT, 'no room'); END
      """
    )
    let failure = try #require(error())
    #expect(failure.code != .interrupted)
    #expect(try scene.rows("SELECT count(*) FROM notes") == kept)
    try Database(path: scene.database).execute("DROP TRIGGER refusal")
    #expect(error() == nil)
    #expect(
      try scene.rows("SELECT count(*), sum(id) FROM notes")
        == [[.integer(5_000), .integer(12_502_500)]]
    )
  }
}
