#if Studio
import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("Positions of the scroll bar")
struct PositionTests {
  private static let sql = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, x, y);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO t SELECT i * 7, CASE i % 5 WHEN 0 THEN NULL ELSE i % 300 END, 'y' || i FROM n;
    CREATE INDEX t_x ON t (x);
    """

  /// Waits until all places are known: the answers then have an exact count.
  private func waitForCount(
    _ studio: RunningStudio,
    _ request: [String: Any],
    _ token: String
  ) async throws -> Int? {
    let deadline = TestDeadline()
    while !deadline.hasPassed {
      let count = try await studio.post("rows", request, token: token).json["count"]
      if count["isExact"].boolean == true { return count["value"].integer }
      await Task.yield()
    }
    return nil
  }

  @Test(arguments: ["", "up", "down"])
  func `a page at a position begins with the row of that position`(
    direction: String
  ) async throws {
    let order: [[String: Any]] =
      direction.isEmpty ? [] : [["column": "x", "descending": direction == "down"]]
    let studio = try await RunningStudio(Self.sql)
    let token = try studio.token()
    var request: [String: Any] = [
      "schema": try await studio.schemaID(), "table": "t", "order": order, "limit": 1,
    ]
    #expect(try await waitForCount(studio, request, token) == 20000)
    let down = direction == "down" ? "DESC" : "ASC"
    let terms = (order.isEmpty ? "" : "x \(down), ") + "id \(down)"
    for position in [0, 1, 4095, 4096, 4097, 8192, 12345, 19999] {
      request["at"] = position
      let page = try await studio.post("rows", request, token: token).json
      #expect(page["position"]["value"].integer == position)
      let expected = try studio.first(
        "SELECT id FROM t ORDER BY \(terms) LIMIT 1 OFFSET \(position)"
      )
      #expect(page["rows"][0]["key"][0].integer == expected, "\(position)")
    }
    request["at"] = 20000
    let end = try await studio.post("rows", request, token: token).json
    #expect(end["rows"].array.isEmpty)
    #expect(end["hasBefore"].boolean == true)
  }

  @Test func `after a commit, the positions are estimates until they are found again`() async throws
  {
    let studio = try await RunningStudio(Self.sql)
    let token = try studio.token()
    let request: [String: Any] = [
      "schema": try await studio.schemaID(), "table": "t", "limit": 1,
    ]
    #expect(try await waitForCount(studio, request, token) == 20000)
    for count in (19_901...20_000).reversed() {
      try studio.write("DELETE FROM t WHERE id = (SELECT max(id) FROM t)")
      let page = try await studio.post("rows", request, token: token).json
      if page["count"].description == #"{"isExact":false,"value":\#(count)}"# { return }
      // On a busy machine, the positions can be found again before the request.
      #expect(page["count"]["value"].integer == count - 1)
    }
    Issue.record("no answer has an estimate")
  }
}

extension RunningStudio {
  /// The first value of a SELECT, by another connection.
  func first(_ sql: String) throws -> Int? {
    let connection = try Connection.open(DatabaseLocation(path: path), mode: .reader)
    guard case .integer(let value) = try connection.firstValue(.raw(sql)) else { return nil }
    return Int(value)
  }
}
#endif
