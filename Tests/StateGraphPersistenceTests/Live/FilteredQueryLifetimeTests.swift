import StateGraphCore
import Synchronization
import TestSupport
import Testing

@testable import StateGraphPersistence

/// The objects that a live query with a closure keeps, and its values on several threads.
@Suite struct FilteredQueryLifetimeTests {
  @Test func `a node that is let go of leaves no entity, no slot and no closure behind`() throws {
    let scene = try QueryScene()
    weak var article: Article?
    weak var token: Token?
    do {
      let kept = Token()
      let node = scene.articles.query.filter { $0.views > kept.limit }.live
      #expect(!node.wrappedValue.isEmpty)
      (article, token) = (node.wrappedValue.first, kept)
      // The node is marked, and never read again.
      try scene.database.execute("UPDATE articles SET views = views + 1")
      #expect(DatabaseGraph.of(scene.database).liveQueries.count == 1)
    }
    // The table keeps recently used entities alive.
    scene.forgetRecent()
    #expect(article == nil)
    #expect(token == nil)
    #expect(DatabaseGraph.of(scene.database).liveQueries.count == 0)
    try scene.database.execute("UPDATE articles SET views = views + 1")
    #expect(scene.lastCommit?.markedSlotCount == 0)
  }

  @Test func `a row that has left is held until the node is read next, and no longer`() throws {
    let scene = try QueryScene()
    let node = scene.articles.query.filter { $0.views > 20 }.live
    weak var article: Article?
    article = node.wrappedValue.first
    let id = try #require(article?.typedID.raw)
    try scene.database.execute("DELETE FROM articles WHERE id = \(id)")
    #expect(node.wrappedValue.first?.typedID.raw != id)
    scene.forgetRecent()
    #expect(article == nil)
  }

  @Test func `many changes without a read keep one mark for each row`() throws {
    let scene = try QueryScene()
    let asked = Recorder<String>()
    let node = scene.articles.query.filter { article in
      asked.record(article.typedID.raw)
      return article.views > 20
    }.live
    _ = node.wrappedValue
    _ = asked.drain()
    for views in 0..<100 {
      try scene.database.execute("UPDATE articles SET views = \(views) WHERE id IN ('a1', 'a2')")
    }
    #expect(node.wrappedValue.ids.contains("a1"))
    #expect(asked.elements == ["a1", "a2"])
  }

  @Test func `a change of one row of a hundred thousand runs the predicate once`() throws {
    let count = 100_000
    let scene = try LiveScene(path: ":memory:")
    try scene.database.execute(
      """
      INSERT INTO things (id, weight, name)
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(count - 1))
      SELECT i, i % 10, 'a' FROM n
      """
    )
    let counter = Counter()
    let node = scene.things.query.filter { thing in
      counter.calls.add(1, ordering: .relaxed)
      return (thing.weight ?? 0) > 8
    }.live
    #expect(node.wrappedValue.count == count / 10)
    #expect(counter.calls.exchange(0, ordering: .relaxed) == count)
    let before = scene.database.statementCounter.readCount
    try scene.database.execute("UPDATE things SET weight = 9 WHERE id = 50000")
    #expect(node.wrappedValue.count == count / 10 + 1)
    try scene.database.execute("DELETE FROM things WHERE id = 50000")
    #expect(node.wrappedValue.count == count / 10)
    #expect(counter.calls.load(ordering: .relaxed) == 1)
    #expect(scene.database.statementCounter.readCount == before)
  }

  @Test func `the last read has the changes of all threads`() throws {
    let seed = TestSeed.current
    let scene = try QueryScene()
    let limits = (0..<8).map { _ in Stored(wrappedValue: 20) }
    let halves = limits.map { limit in Computed { _ in limit.wrappedValue / 2 } }
    let node = scene.articles.query.filter { article in
      let bucket = article.typedID.raw.utf8.count % 2 + article.views % 4 * 2
      return article.views > limits[bucket].wrappedValue / 4 + halves[7 - bucket].wrappedValue
    }.live
    let isOver = Atomic<Bool>(false)
    let readers = (0..<2).map { _ in
      BackgroundThread { while !isOver.load(ordering: .relaxed) { _ = node.wrappedValue.count } }
    }
    for round in 0..<40 {
      let writers = (0..<2).map { writer in
        BackgroundThread {
          var random = SeededRandom(seed: seed &+ UInt64(round * 2 + writer))
          for _ in 0..<15 {
            if Bool.random(using: &random) {
              limits[Int.random(in: 0..<8, using: &random)].wrappedValue =
                Int.random(in: 0..<60, using: &random)
            } else {
              let views = Int.random(in: 0..<60, using: &random)
              let id = "a\(Int.random(in: 0..<QueryScene.articleCount, using: &random))"
              try scene.database.execute("UPDATE articles SET views = \(views) WHERE id = \(id)")
            }
          }
        }
      }
      for writer in writers { try writer.join() }
      let fresh = scene.articles.getAll().filter { article in
        let bucket = article.typedID.raw.utf8.count % 2 + article.views % 4 * 2
        return article.views > limits[bucket].wrappedValue / 4 + limits[7 - bucket].wrappedValue / 2
      }
      #expect(node.wrappedValue.ids == fresh.ids, "seed \(seed), round \(round)")
    }
    isOver.store(true, ordering: .relaxed)
    for reader in readers { try reader.join() }
  }

  private final class Token: Sendable { let limit = 20 }
  private final class Counter: Sendable { let calls = Atomic<Int>(0) }
}

extension QueryScene {
  fileprivate func forgetRecent() {
    guard case .table(let table) = articles.query.source else { return }
    table.table.recent.forgetAll()
  }
}
