import ImportTestSupport
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphFormats
@testable import StateGraphImport

/// SQLite reports a full database if it may not add a page, as it does on a full disk.
@Suite("A database that may not grow") struct FullDatabaseTests {
  private static let rowCount = 4_000
  private static let schema =
    "CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT) STRICT"

  private func input(_ scene: ImportScene) throws -> String {
    let name = String(repeating: "n", count: 300)
    let rows = (0..<Self.rowCount).map { "u\($0),\(name)\n" }.joined()
    return try scene.file("users.csv", "id,name\n" + rows)
  }

  /// Runs a request as an importer does, over a connection with a limited number of pages.
  private func run(_ request: ImportRequest, _ scene: ImportScene, pages: Int) throws {
    let connection = try WriterConnection.open(
      try DatabaseLocation(path: scene.database)
    )
    connection.recordChanges(.never)
    try connection.run("PRAGMA foreign_keys = OFF")
    let limit = try connection.firstValue(SQL(text: "PRAGMA max_page_count = \(pages)"))
    #expect(limit == .integer(Int64(pages)))
    let plan = ImportPlan(try SchemaReader(connection).tables())
    _ = try ImportSession(
      database: scene.database,
      connection: connection,
      plan: plan,
      request: request,
      targets: try ImportTarget.targets(of: request, into: scene.database, plan).targets,
      mappings: try MappingResolver.resolve(ImportMapping(), plan: plan, ignoresUnknown: false),
      notice: { _ in },
      progress: { _ in .proceed }
    ).run()
  }

  private func count(_ scene: ImportScene) throws -> Int64 {
    guard case .integer(let count) = try scene.rows("SELECT count(*) FROM users")[0][0] else {
      return -1
    }
    return count
  }

  @Test(arguments: [nil, 250] as [Int?], [20, 60, 200])
  func `a full database keeps whole batches, and with room the same import resumes`(
    batchSize: Int?,
    pages: Int
  ) throws {
    let scene = try ImportScene(Self.schema)
    var request = ImportRequest(inputs: [ImportInput(path: try input(scene))])
    request.batchSize = batchSize
    let error = #expect(throws: ImportError.self) { try run(request, scene, pages: pages) }
    #expect(error?.code == .database)
    #expect((error?.cause as? DatabaseError)?.code == .diskFull)
    let kept = try count(scene)
    #expect(kept < Self.rowCount)
    #expect(batchSize.map { kept % Int64($0) == 0 } ?? (kept == 0))
    if batchSize != nil, pages == 200 { #expect(kept > 0) }
    if kept > 0 {
      #expect(error?.message.hasSuffix("; \(kept) records read before are kept") == true)
    }
    #expect(try scene.rows("PRAGMA integrity_check") == [[.text("ok")]])
    let report = try Importer(path: scene.database).run(request)
    #expect(Int64(report.resumedRecords) == kept)
    #expect(try count(scene) == Int64(Self.rowCount))
    #expect(try scene.rows("PRAGMA integrity_check") == [[.text("ok")]])
  }
}
