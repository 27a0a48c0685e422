import TestSupport
import Testing

@testable import StateGraphPersistence

@Suite struct LiveQueryTests {
  let scene: QueryScene
  var database: Database { scene.database }

  init() throws { scene = try QueryScene() }

  private func insert(_ id: String, title: String = "x", writer: String = "w1", views: Int = 1)
    throws
  {
    try database.execute(
      "INSERT INTO articles VALUES (\(id), \(title), NULL, \(views), NULL, 0, \(writer), NULL)"
    )
  }

  @Test func `a node is fresh after every commit and is read only when it can differ`() throws {
    let top = scene.articles.query.where { $0.writer.id == "w1" }.order { $0.views.descending }
    let node = top.live
    #expect(try node.wrappedValue.ids == top.fetch().ids)
    let before = scene.selectCount
    #expect(node.wrappedValue.count > 10)
    #expect(scene.selectCount == before)
    try insert("new", views: 1_000)
    #expect(node.wrappedValue.first?.typedID == "new")
    try database.execute("UPDATE articles SET views = -1 WHERE id = 'new'")
    #expect(node.wrappedValue.last?.typedID == "new")
    try database.execute("UPDATE articles SET writer_id = 'w2' WHERE id = 'new'")
    #expect(!node.wrappedValue.ids.contains("new"))
    try database.execute("DELETE FROM articles WHERE writer_id = 'w1'")
    #expect(node.wrappedValue.isEmpty)
  }

  @Test func `a commit that cannot affect a query calls no observer and runs no SELECT`() throws {
    let calls = Recorder<Int>()
    let query = scene.articles.query
      .where { $0.writer.id == "w1" && !$0.isDraft }.order { $0.views.descending }
    let subscription = withGraphTracking { query.onChange { calls.record($0.count) } }
    let before = (calls.elements.count, scene.selectCount)
    try database.execute("UPDATE articles SET title = title || '!', rating = 1")
    #expect(scene.lastCommit?.markedSlotCount == 0)
    try insert("other", writer: "w2")
    #expect(scene.lastCommit?.markedSlotCount == 0)
    try database.execute("UPDATE articles SET views = views + 1 WHERE writer_id = 'w2'")
    try database.execute("UPDATE articles SET views = views + 1 WHERE is_draft")
    try database.execute("UPDATE writers SET name = 'x', age = 3")
    try database.execute("DELETE FROM remarks")
    #expect(scene.lastCommit?.markedSlotCount == 0)
    #expect(calls.elements.count == before.0)
    #expect(scene.selectCount == before.1)
    try insert("mine")
    #expect(scene.lastCommit?.markedSlotCount == 1)
    #expect(calls.elements.count == before.0 + 1)
    // The change set contains all that the query needs.
    #expect(scene.selectCount == before.1)
    subscription.cancel()
  }

  @Test func `one write wakes one of a thousand live queries`() throws {
    let calls = Recorder<String>()
    let subscription = withGraphTracking {
      for number in 0..<1_000 {
        scene.articles.query.where { $0.title == "only \(number)" }
          .onChange { calls.record("\(number): \($0.count)") }
      }
    }
    _ = calls.drain()
    let before = scene.selectCount
    try insert("new", title: "only 500")
    #expect(scene.lastCommit?.markedSlotCount == 1)
    #expect(calls.elements == ["500: 1"])
    #expect(scene.selectCount == before)
    subscription.cancel()
  }

  @Test func `several equal columns are one key of the router`() throws {
    let node = scene.articles.query.where { $0.writer.id == "w1" && $0.title == "key" }.live
    #expect(node.wrappedValue.isEmpty)
    try insert("a", title: "key", writer: "w2")
    try insert("b", title: "other", writer: "w1")
    #expect(scene.lastCommit?.markedSlotCount == 0)
    try insert("c", title: "key", writer: "w1")
    #expect(node.wrappedValue.ids == ["c"])
  }

  @Test func `a query follows the rows that it joins and the rows that refer to its rows`() throws {
    let byName = scene.articles.query.where { $0.writer.name == "Grace" }.live
    let discussed = scene.articles.query.where { $0.remarks.exists { $0.text == "so true" } }.live
    #expect(byName.wrappedValue.isEmpty && discussed.wrappedValue.isEmpty)
    try database.execute("UPDATE writers SET name = 'Other' WHERE id = 'w2'")
    #expect(scene.lastCommit?.markedSlotCount == 0)
    try database.execute("UPDATE writers SET name = 'Grace' WHERE id = 'w2'")
    #expect(
      try byName.wrappedValue.ids
        == scene.ids("SELECT id FROM articles WHERE writer_id = 'w2' ORDER BY id")
    )
    try database.execute("INSERT INTO remarks VALUES ('new1', 'not true', 'a7', NULL)")
    #expect(scene.lastCommit?.markedSlotCount == 0)
    try database.execute("INSERT INTO remarks VALUES ('new2', 'so true', 'a7', NULL)")
    #expect(discussed.wrappedValue.ids == ["a7"])
    try database.execute("UPDATE remarks SET article_id = 'a8' WHERE id = 'new2'")
    #expect(discussed.wrappedValue.ids == ["a8"])
    try database.execute("UPDATE remarks SET text = 'x' WHERE id = 'new2'")
    #expect(discussed.wrappedValue.isEmpty)
  }

  @Test func `observers hear of a query only if an entity came, went or moved`() throws {
    let calls = Recorder<Int>()
    let query = scene.articles.query.where { $0.views < 1_000 }.order { $0.rating.ascending }
    let subscription = withGraphTracking { query.onChange { calls.record($0.count) } }
    try database.execute("UPDATE articles SET views = views + 1")
    // All rows still match, and their order is the same.
    #expect(scene.lastCommit?.markedSlotCount == 0)
    #expect(calls.elements == [QueryScene.articleCount])
    try database.execute("UPDATE articles SET views = 5000 WHERE id = 'a1'")
    #expect(calls.elements == [QueryScene.articleCount, QueryScene.articleCount - 1])
    subscription.cancel()
  }

  @Test func `reads inside a computed node are its dependencies, aggregates too`() throws {
    let query = scene.articles.query.where { $0.writer.id == "w1" }
    let total = Computed { _ in (try? query.sum { $0.views }) ?? 0 }
    let count = Computed { _ in (try? query.fetchCount()) ?? -1 }
    let groups = Computed { _ in (try? query.group { $0.isDraft }.count().map(\.value)) ?? [] }
    func check() throws {
      let row = try database.rows(
        "SELECT sum(views), count(*), sum(is_draft = 0) FROM articles WHERE writer_id = 'w1'"
      )[0]
      #expect(total.wrappedValue.value == row[0])
      #expect(count.wrappedValue.value == row[1])
      #expect(groups.wrappedValue.first?.value == row[2])
    }
    try check()
    try insert("new", views: 7)
    try check()
    try database.execute("UPDATE articles SET views = views * 2 WHERE id = 'new'")
    // The count does not depend on the views, nor do the groups.
    #expect(scene.lastCommit?.markedSlotCount == 1)
    try check()
    try database.execute("UPDATE articles SET is_draft = 1 WHERE id = 'new'")
    try check()
    let before = scene.selectCount
    try insert("other", writer: "w2")
    #expect([total.wrappedValue, count.wrappedValue].count == 2)
    #expect(scene.selectCount == before)
  }

  @Test func `slots leave the router with the nodes that depended on them`() throws {
    for _ in 0..<3 {
      let node = scene.articles.query.where { $0.writer.id == "w1" }.live
      let count = Computed { _ in (try? scene.articles.query.fetchCount()) ?? -1 }
      #expect(node.wrappedValue.count < count.wrappedValue)
    }
    try insert("new")
    #expect(scene.lastCommit?.markedSlotCount == 0)
    let count = Computed { _ in (try? scene.articles.query.fetchCount()) ?? -1 }
    for number in 0..<5 {
      #expect(count.wrappedValue == QueryScene.articleCount + 1 + number)
      try insert("again \(number)")
      #expect(scene.lastCommit?.markedSlotCount == 1)
    }
  }

  @Test func `inside a write a query sees the write's rows, and other threads do not`() throws {
    let query = scene.articles.query.where { $0.title == "mine" }
    let node = query.live
    #expect(node.wrappedValue.isEmpty)
    struct Undone: Error {}
    try? database.write {
      try insert("new", title: "mine")
      #expect(node.wrappedValue.ids == ["new"])
      #expect(try query.fetchCount() == 1)
      #expect(try query.fetch().ids == ["new"])
      #expect(try query.page(size: 5).entities.ids == ["new"])
      try withThread {
        #expect(node.wrappedValue.isEmpty)
        #expect((try? query.fetch().isEmpty) == true)
      }
      throw Undone()
    }
    #expect(node.wrappedValue.isEmpty)
    try database.write { try insert("new", title: "mine") }
    #expect(node.wrappedValue.ids == ["new"])
  }

  @Test func `a new live query does not wait for a write of another thread`() throws {
    try database.write {
      try insert("new", title: "mine")
      try withThread {
        let query = scene.articles.query.where { $0.title == "mine" && $0.writer.name != "x" }
        #expect(query.live.wrappedValue.isEmpty)
        #expect((try? query.where { $0.remarks.isEmpty }.fetchCount()) == 0)
        #expect(throws: DatabaseError.self) { try scene.articles.query.search("x").fetch() }
      }
    }
  }

  @Test func `elements are the objects that the store has`() throws {
    let article = try #require(scene.articles.get(by: "a5"))
    #expect(try scene.articles.query.where { $0.id == "a5" }.fetchFirst() === article)
    #expect(try scene.articles.query.where { $0.id == "a5" }.page(size: 10).entities[0] === article)
    article.title = "written through"
    #expect(
      try scene.articles.query.where { $0.title == "written through" }.fetchFirst() === article
    )
  }

  @Test func `values are a sequence in which the latest wins`() async throws {
    let query = scene.articles.query.where { $0.title == "seen" }
    var iterator = query.values.makeAsyncIterator()
    #expect(await iterator.next()?.isEmpty == true)
    try insert("one", title: "seen")
    #expect(await iterator.next()?.ids == ["one"])
  }

  @Test func `a query that fails is an empty node, and fresh again once it can be read`() throws {
    let node = scene.articles.query.where { $0.shout == "x" }.live
    #expect(node.wrappedValue.isEmpty)
    try insert("new")
    #expect(node.wrappedValue.isEmpty)
  }

  @Test func `a live query is fresh after a savepoint and a rollback`() throws {
    let node = scene.articles.query.where { $0.title == "kept" }.live
    #expect(node.wrappedValue.isEmpty)
    struct Undone: Error {}
    try database.write {
      try insert("one", title: "kept")
      try? database.write {
        try insert("two", title: "kept")
        throw Undone()
      }
    }
    #expect(node.wrappedValue.ids == ["one"])
  }
}
