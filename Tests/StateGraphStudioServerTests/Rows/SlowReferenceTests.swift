import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("References that take long to find")
struct SlowReferenceTests {
  private func references(within time: Duration) throws -> [JSON] {
    let folder = try TemporaryDirectory()
    let connection = try WriterConnection.open(
      DatabaseLocation(path: folder.file("app.sqlite"))
    )
    // SQLite searches the column `code` without an index.
    // The parent column is not unique, so that SQLite would refuse each row.
    try connection.run("PRAGMA foreign_keys = OFF")
    try connection.runScript(
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY, code);
      CREATE TABLE child (id INTEGER PRIMARY KEY, code REFERENCES parent (code));
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
      INSERT INTO parent SELECT i, i FROM n;
      INSERT INTO child VALUES (1, 50000), (2, -1);
      """
    ) { _ in }
    let schema = try StudioSchema(id: "s", connection)
    return try [1, 2].map { key in
      let body = #"{"version":1,"schema":"s","table":"child","key":[\#(key)]}"#
      let request = try RelationsRequest(body: Array(body.utf8))
      return try JSON(request.json(schema, on: connection, within: time))["references"][0]["exists"]
    }
  }

  @Test func `a reference whose row was not found in time is not called missing`() throws {
    #expect(try references(within: .zero).map(\.description) == ["null", "null"])
  }

  @Test func `with enough time, it is known whether the row exists`() throws {
    #expect(try references(within: .seconds(600)).map(\.description) == ["true", "false"])
  }
}
