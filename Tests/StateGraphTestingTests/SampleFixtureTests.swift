import StateGraphSQLite
import StateGraphTesting
import TestSupport
import Testing

/// The data of the sample domains, in the three forms in which the importer's tests have it.
@Suite struct SampleFixtureTests {
  private func counts(_ folder: String, _ tables: [String]) throws -> [Int?] {
    let fixture = TestFixture(folder, migrations: .directory("Migrations"))
    return try TestDatabase.with(fixture) { db in
      try tables.map { table in
        try db.database.fetchValue(Int.self, "SELECT count(*) FROM \(table: table)")
      }
    }
  }

  @Test(arguments: ["nested", "lines"])
  func `each form of the social domain has the same rows`(form: String) throws {
    let tables = ["users", "posts", "comments"]
    let expected = try counts("Fixtures/social/csv", tables)
    #expect(expected.allSatisfy { ($0 ?? 0) > 0 })
    #expect(try counts("Fixtures/social/\(form)", tables) == expected)
  }

  @Test(arguments: ["nested", "lines"])
  func `each form of the library has the same rows`(form: String) throws {
    let tables = ["authors", "books", "tags", "book_tags"]
    let expected = try counts("Fixtures/library/csv", tables)
    #expect(expected.allSatisfy { ($0 ?? 0) > 0 })
    #expect(try counts("Fixtures/library/\(form)", tables) == expected)
  }
}
