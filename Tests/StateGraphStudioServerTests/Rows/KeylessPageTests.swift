import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("Pages of sources without a key")
struct KeylessPageTests {
  private func page(rowCount: Int, at position: Int) throws -> RowPage {
    let folder = try TemporaryDirectory()
    let connection = try WriterConnection.open(
      DatabaseLocation(path: folder.file("app.sqlite"))
    )
    try connection.runScript(
      """
      CREATE VIEW v AS WITH RECURSIVE n (i) AS (
        SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rowCount)
      ) SELECT i FROM n;
      """
    ) { _ in }
    let schema = try StudioSchema(id: "s", connection)
    let body = #"{"version":1,"schema":"s","table":"v","at":\#(position)}"#
    var object = try RequestObject(body: Array(body.utf8))
    let request = try PageRequest(&object)
    return try PageReader(request, schema: schema, on: connection).page(nil)
  }

  @Test(arguments: [9_950, 10_500, 20_001])
  func `the last page of a view tells the number of its rows`(rowCount: Int) throws {
    let page = try page(rowCount: rowCount, at: rowCount - 100)
    #expect(page.rows.count == 100)
    #expect(!page.hasAfter)
    #expect(page.count == RowPage.Count(value: rowCount, isExact: true))
  }

  @Test func `a page before the end has rows after it`() throws {
    let page = try page(rowCount: 10_500, at: 0)
    #expect(page.rows.count == 200)
    #expect(page.hasAfter)
    #expect(page.count == nil)
  }
}
