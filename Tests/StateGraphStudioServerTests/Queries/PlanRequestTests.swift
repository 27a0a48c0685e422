import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("Plans of queries")
struct PlanRequestTests {
  @Test(arguments: ["EXPLAIN SELECT 1", "EXPLAIN QUERY PLAN SELECT 1", "SELECT nothing"])
  func `SQL without a plan is an error of the user`(sql: String) throws {
    let folder = try TemporaryDirectory()
    let connection = try WriterConnection.open(
      DatabaseLocation(path: folder.file("app.sqlite"))
    )
    let request = try PlanRequest(body: Array(#"{"version":1,"sql":"\#(sql)"}"#.utf8))
    let error = #expect(throws: StudioError.self) { try request.json(on: connection) }
    #expect(error?.status == 400)
    #expect(error?.code == "invalidSQL")
  }
}
