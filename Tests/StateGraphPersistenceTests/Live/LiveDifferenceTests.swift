import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence

/// The steps that an observer of a live query receives.
@Suite struct LiveDifferenceTests {
  let scene: QueryScene
  var database: Database { scene.database }

  init() throws { scene = try QueryScene() }

  @Test(arguments: TestSeed.seeds(3))
  func `the steps lead from the old collection to the new one`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let told = Recorder<(ids: [String], difference: LiveDifference<Article>?)>()
    let query = scene.articles.query.where { $0.views > 5 }.order { $0.rating.descending }.limit(90)
    let subscription = withGraphTracking {
      query.onDifference { told.record(($0.ids, $1)) }
    }
    for step in 0..<60 {
      let id = "a\(Int.random(in: 0..<QueryScene.articleCount, using: &random))"
      let statement: SQL =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: "DELETE FROM articles WHERE id = \(id)"
        case 1: "UPDATE articles SET rating = \(Double(step % 9)) WHERE id = \(id)"
        case 2: "UPDATE articles SET views = views - 3 WHERE id < \(id)"
        default: "UPDATE articles SET rating = rating + 1 WHERE writer_id = 'w3'"
        }
      try database.execute(statement)
    }
    let calls = told.elements
    #expect(calls.count > 20)
    #expect(calls.first?.difference == nil)
    for (before, after) in zip(calls, calls.dropFirst()) {
      guard let difference = after.difference else { continue }
      #expect(difference.applied(to: before.ids) { $0.typedID.raw } == after.ids)
      #expect(!difference.isEmpty)
    }
    #expect(calls.count { $0.difference != nil } > 10)
    subscription.cancel()
  }

  @Test func `a difference that needs a search is found by the identity of the entities`() throws {
    let all = scene.articles.query.order { $0.title.ascending }
    let node = Computed { _ in
      (try? scene.articles.query.where { $0.remarks.isEmpty }.fetch()) ?? []
    }
    let (old, new) = (
      LiveCollection(node.wrappedValue), LiveCollection(Array(try all.fetch().prefix(40)))
    )
    let difference = try #require(new.difference(from: old))
    #expect(difference.applied(to: old.ids) { $0.typedID.raw } == new.ids)
  }

  @Test func `a change of more than half of the rows has no difference`() throws {
    let query = scene.articles.query.order { $0.views.ascending }
    let told = Recorder<Bool>()
    let subscription = withGraphTracking { query.onDifference { told.record($1 == nil) } }
    try database.execute("UPDATE articles SET views = -views")
    try database.execute("DELETE FROM articles WHERE id = 'a1'")
    #expect(told.elements == [true, true, false])
    subscription.cancel()
  }
}
