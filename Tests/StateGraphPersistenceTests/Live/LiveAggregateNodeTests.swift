import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Counts, sums, groups and pages that an evaluation depends on.
@Suite struct LiveAggregateNodeTests {
  let scene: QueryScene
  var database: Database { scene.database }
  var articles: EntityStore<Article> { scene.articles }
  var reads: QueryReads { DatabaseGraph.of(database).reads }

  init() throws { scene = try QueryScene() }

  @Test func `a count follows the rows, and nothing runs where it stays as it was`() throws {
    let calls = Recorder<Int>()
    let count = Computed { [articles] _ in
      (try? articles.query.where { $0.writer.id == "w1" }.fetchCount()) ?? -1
    }
    let subscription = withGraphTracking { count.onChange { calls.record($0) } }
    let first = try #require(calls.drain().last)
    let before = scene.selectCount
    try database.execute("UPDATE articles SET views = views + 1, title = 'same'")
    #expect(scene.lastCommit?.markedSlotCount == 0)
    try database.execute("UPDATE articles SET writer_id = 'w3' WHERE writer_id = 'w2'")
    #expect(scene.lastCommit?.markedSlotCount == 0)
    #expect(calls.elements.isEmpty)
    try database.execute(
      """
      UPDATE articles SET writer_id = 'w1'
      WHERE id = (SELECT id FROM articles WHERE writer_id <> 'w1')
      """
    )
    #expect(calls.drain() == [first + 1])
    #expect(scene.selectCount == before)
    subscription.cancel()
  }

  @Test func `replacing one row by another does not notify observers of a count`() throws {
    let calls = Recorder<Int>()
    let node = Computed { [articles] _ in
      (try? articles.query.where { $0.views >= 0 }.fetchCount()) ?? -1
    }
    let subscription = withGraphTracking { node.onChange { calls.record($0) } }
    _ = calls.drain()
    try database.write {
      try database.execute("DELETE FROM articles WHERE id = 'a0'")
      try database.execute(
        "INSERT INTO articles VALUES ('new', 'x', NULL, 1, NULL, 0, 'w1', NULL)"
      )
    }
    #expect(calls.elements.isEmpty)
    subscription.cancel()
  }

  @Test func `the least value is read again only when more have gone than are kept`() throws {
    let query = articles.query
    let least = Computed { _ in try? query.min { $0.views } }
    #expect(try least.wrappedValue == query.min { $0.views })
    let before = reads.total
    for _ in 1...40 {
      try database.execute(
        "DELETE FROM articles WHERE id = (SELECT id FROM articles ORDER BY views, id LIMIT 1)"
      )
      #expect(try least.wrappedValue == query.min { $0.views })
    }
    // One value is visible, and 15 are kept after it.
    #expect(reads.count(.refill) == 2)
    #expect(reads.total == before + 2)
  }

  @Test func `groups come and go with their rows`() throws {
    let groups = Computed { [articles] _ in
      (try? articles.query.group { $0.writer }.sum { $0.views })?
        .map { "\($0.key?.raw, default: "nil"): \($0.value ?? 0)" } ?? []
    }
    let before = groups.wrappedValue
    let selects = scene.selectCount
    try database.execute("INSERT INTO writers VALUES ('wx', 'x', NULL)")
    try database.execute("UPDATE articles SET writer_id = 'wx', views = 7 WHERE id = 'a0'")
    #expect(groups.wrappedValue.contains("wx: 7"))
    #expect(groups.wrappedValue.count == before.count + 1)
    try database.execute("DELETE FROM articles WHERE id = 'a0'")
    #expect(groups.wrappedValue.count == before.count)
    #expect(scene.selectCount == selects)
  }

  @Test func `a sum of integers is an error only while it exceeds 64 bits`() throws {
    let query = articles.query
    let sum = Computed { _ -> String in
      do {
        return "\(try query.sum { $0.views } ?? 0)"
      } catch {
        return "\((error as? DatabaseError)?.code, default: "other")"
      }
    }
    let before = sum.wrappedValue
    let views = try #require(try database.rows("SELECT views FROM articles WHERE id = 'a0'").first)
    try database.execute("UPDATE articles SET views = \(Int64.max) WHERE id = 'a0'")
    #expect(sum.wrappedValue == "\(DatabaseError.Code.tooBig)")
    try database.execute("UPDATE articles SET views = \(views[0]) WHERE id = 'a0'")
    #expect(sum.wrappedValue == before)
    #expect(reads.count(.unfollowed) == 0)
  }

  @Test func `text that only SQLite adds up is left to it`() throws {
    try database.execute("CREATE TABLE wares (id INTEGER PRIMARY KEY, price REAL NOT NULL)")
    try database.execute("INSERT INTO wares VALUES (1, 5), (2, 'seven')")
    let wares = try EntityStore<Priced>(database)
    let sum = Computed { _ in (try? wares.query.sum { $0.price }) ?? nil }
    #expect(sum.wrappedValue == 5)
    try database.execute("UPDATE wares SET price = '7 apples' WHERE id = 2")
    #expect(try sum.wrappedValue == wares.query.sum { $0.price })
    try database.execute("UPDATE wares SET price = 7 WHERE id = 2")
    #expect(sum.wrappedValue == 12)
    let before = reads.total
    try database.execute("UPDATE wares SET price = 8 WHERE id = 2")
    #expect(sum.wrappedValue == 13)
    #expect(reads.total == before)
  }

  @Test func `a negative limit is refused inside an evaluation too`() throws {
    let query = articles.query.limit(-1)
    #expect(throws: DatabaseError.self) { try query.fetchCount() }
    let isRefused = Computed { _ in (try? query.fetchCount()) == nil }
    #expect(isRefused.wrappedValue)
  }

  @Test func `all counts of the same rows share one SELECT`() throws {
    let nodes = (0..<50).map { _ in
      Computed { [articles] _ in try? articles.query.where { $0.views > 3 }.fetchCount() }
    }
    let first = nodes[0].wrappedValue
    let before = scene.selectCount
    for node in nodes { #expect(node.wrappedValue == first) }
    #expect(scene.selectCount == before)
    #expect(DatabaseGraph.of(database).liveQueries.count == 1)
  }

  @Test func `a count without a reader is released`() throws {
    do {
      let node = Computed { [articles] _ in try? articles.query.fetchCount() }
      _ = node.wrappedValue
    }
    #expect(DatabaseGraph.of(database).liveQueries.count == 0)
    try database.execute("DELETE FROM articles WHERE id = 'a0'")
    #expect(scene.lastCommit?.markedSlotCount == 0)
  }

  @Test func `a page follows the rows`() throws {
    let query = articles.query.order { $0.views.descending }
    let page = Computed(areEqual: { _, _ in false }) { _ in try? query.page(size: 10) }
    let next = try #require(page.wrappedValue?.next)
    let second = Computed { _ in (try? query.page(size: 10, after: next))?.entities.ids ?? [] }
    #expect(try second.wrappedValue == query.limit(10).offset(10).fetch().ids)
    let before = scene.selectCount
    try database.execute("DELETE FROM articles WHERE id = \(second.wrappedValue[0])")
    #expect(second.wrappedValue.count == 10)
    #expect(scene.selectCount == before)
    #expect(try second.wrappedValue == query.limit(10).offset(10).fetch().ids)
  }
}

@Entity(table: "wares")
private final class Priced {
  typealias TypedIdentifierRawValue = Int64
  let typedID: TypedID
  @GraphStored var price: Double
}
