import TestSupport
import Testing

@testable import StateGraphPersistence

/// The arrays of live groups, which a read after a change does not make from nothing.
@Suite struct LiveGroupTests {
  let scene: QueryScene
  var database: Database { scene.database }

  init() throws { scene = try QueryScene(articleCount: 80) }

  /// The sum of the views for each title, by a computed node that records which groups it decodes.
  private func sums(decoding decoded: Recorder<SQLiteValue>) throws -> Computed<[[SQLiteValue]]> {
    let query = scene.articles.query
    let groups = query.group { $0.title }
    let views = QueryAggregate.sum(query.row.views.expression)
    guard case .table(let table) = query.source else { throw TestFailure("no table") }
    return Computed { _ in
      let sums = try? table.groups(
        query.shape,
        result: .groups(groups.key, views, having: nil)
      ) { key, value in
        decoded.record(key)
        return [key, value]
      }
      return sums ?? []
    }
  }

  private func expected() throws -> [[SQLiteValue]] {
    try database.rows("SELECT title, sum(views) FROM articles GROUP BY 1 ORDER BY 1").map(\.values)
  }

  @Test func `after a change of a row, only its group is decoded again`() throws {
    let decoded = Recorder<SQLiteValue>()
    let sums = try sums(decoding: decoded)
    let before = try expected()
    #expect(sums.wrappedValue == before)
    #expect(decoded.drain() == before.map { $0[0] })
    let selects = scene.selectCount
    try database.execute("UPDATE articles SET views = views + 1 WHERE id = 'a7'")
    let now = sums.wrappedValue
    #expect(scene.selectCount == selects)
    #expect(try now == expected() && now != before)
    #expect(decoded.drain().count == 1)
    // A move between two groups that stay.
    try database.execute("UPDATE articles SET title = 'Hello' WHERE id = 'a7'")
    #expect(try sums.wrappedValue == expected())
    #expect(decoded.drain().count <= 2)
    // Without a change nothing is decoded.
    #expect(try sums.wrappedValue == expected())
    #expect(decoded.drain() == [])
  }

  @Test func `a group that comes or goes moves the groups after it`() throws {
    let decoded = Recorder<SQLiteValue>()
    let sums = try sums(decoding: decoded)
    #expect(try sums.wrappedValue == expected())
    try database.execute("UPDATE articles SET title = 'A new one' WHERE id = 'a7'")
    try database.execute("UPDATE articles SET views = views + 1 WHERE id = 'a9'")
    #expect(try sums.wrappedValue == expected())
    try database.execute("UPDATE articles SET views = views + 1 WHERE id = 'a8'")
    try database.execute("DELETE FROM articles WHERE id = 'a7'")
    #expect(try sums.wrappedValue == expected())
  }

  @Test(arguments: TestSeed.seeds(2, from: 31))
  func `the groups of many changes between two reads equal a new SELECT`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let sums = try sums(decoding: Recorder())
    let titles = QueryScene.titles + ["Zebra", "Apple"]
    for _ in 0..<60 {
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let id = "a\(Int.random(in: 0..<80, using: &random))"
        let title = titles[Int.random(in: titles.indices, using: &random)]
        switch Int.random(in: 0..<8, using: &random) {
        case 0: try database.execute("DELETE FROM articles WHERE id = \(id)")
        case 1: try database.execute("UPDATE articles SET title = \(title) WHERE id = \(id)")
        default: try database.execute("UPDATE articles SET views = views + 3 WHERE id = \(id)")
        }
      }
      #expect(try sums.wrappedValue == expected())
    }
  }
}
