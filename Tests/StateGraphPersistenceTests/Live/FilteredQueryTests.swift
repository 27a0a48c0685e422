import StateGraphCore
import Synchronization
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Live queries with a Swift closure: for which rows the closure runs, and when.
@Suite struct FilteredQueryTests {
  let scene: QueryScene
  /// The articles for which the closure ran.
  let asked = Recorder<String>()
  var database: Database { scene.database }

  init() throws { scene = try QueryScene() }

  /// A query whose closure records each article.
  private func filtered(
    _ query: Query<Article>,
    _ isIncluded: @escaping @Sendable (Article) -> Bool
  ) -> FilteredQuery<Article> {
    query.filter { [asked] article in
      asked.record(article.typedID.raw)
      return isIncluded(article)
    }
  }

  private var popular: FilteredQuery<Article> {
    filtered(scene.articles.query) { $0.views > 20 }
  }

  private func ids(_ condition: SQL, order: SQL = "id") throws -> [String] {
    try scene.ids("SELECT id FROM articles WHERE \(condition) ORDER BY \(order)")
  }

  @Test func `the first read runs the predicate for each row, and later reads for no row`() throws {
    let node = popular.live
    #expect(asked.elements.isEmpty)
    #expect(try node.wrappedValue.ids == ids("views > 20"))
    #expect(try asked.drain().sorted() == ids("1"))
    let before = scene.selectCount
    #expect(node.wrappedValue.count > 10)
    #expect(asked.elements.isEmpty)
    #expect(scene.selectCount == before)
  }

  @Test func `the predicate runs again only for a changed row`() throws {
    let node = popular.live
    _ = node.wrappedValue
    _ = asked.drain()
    let before = scene.selectCount
    for views in [1, 99, 98, 2] {
      try database.execute("UPDATE articles SET views = \(views) WHERE id = 'a7'")
      #expect(node.wrappedValue.ids.contains("a7") == (views > 20))
      #expect(asked.drain() == ["a7"])
    }
    #expect(scene.selectCount == before)
    #expect(try node.wrappedValue.ids == ids("views > 20"))
  }

  @Test func `a column that the closure did not read asks nothing`() throws {
    let node = filtered(scene.articles.query) { $0.views > 20 || $0.isDraft }.live
    _ = node.wrappedValue
    _ = asked.drain()
    try database.execute("UPDATE articles SET title = 'new', rating = 3")
    // The predicate did not read the property, because its first condition held.
    try database.execute("UPDATE articles SET is_draft = 1 - is_draft WHERE views > 20")
    #expect(try node.wrappedValue.ids == ids("views > 20 OR is_draft"))
    #expect(asked.elements.isEmpty)
    let drafts = try ids("views <= 20 AND is_draft")
    try database.execute("UPDATE articles SET is_draft = 0 WHERE views <= 20")
    #expect(try node.wrappedValue.ids == ids("views > 20"))
    #expect(asked.drain().sorted() == drafts)
  }

  @Test func `the predicate runs for inserted rows, and not for deleted rows`() throws {
    let node = popular.live
    _ = node.wrappedValue
    _ = asked.drain()
    try database.execute(
      """
      INSERT INTO articles VALUES ('new', 'x', NULL, 90, NULL, 0, 'w1', NULL),
        ('old', 'x', NULL, 0, NULL, 0, 'w1', NULL)
      """
    )
    #expect(try node.wrappedValue.ids == ids("views > 20"))
    #expect(asked.drain() == ["new", "old"])
    try database.execute("DELETE FROM articles WHERE id IN ('new', 'old', 'a1', 'a2')")
    #expect(try node.wrappedValue.ids == ids("views > 20"))
    #expect(asked.elements.isEmpty)
    // ON DELETE CASCADE deletes the articles of these writers.
    try database.execute("DELETE FROM writers WHERE id IN ('w1', 'w2', 'w3')")
    #expect(try node.wrappedValue.ids == ids("views > 20"))
    #expect(asked.elements.isEmpty)
  }

  @Test func `a change of a related entity runs the predicate only for the rows that read it`()
    throws
  {
    let node = filtered(scene.articles.query) { $0.writer.name == "Ada" }.live
    #expect(try node.wrappedValue.ids == ids("writer_id = 'w3'"))
    _ = asked.drain()
    try database.execute("UPDATE writers SET age = 99")
    #expect(try node.wrappedValue.ids == ids("writer_id = 'w3'"))
    #expect(asked.elements.isEmpty)
    try database.execute("UPDATE writers SET name = 'Ada' WHERE id = 'w5'")
    #expect(try node.wrappedValue.ids == ids("writer_id IN ('w3', 'w5')"))
    #expect(try asked.drain().sorted() == ids("writer_id = 'w5'"))
    try database.execute("UPDATE articles SET writer_id = 'w5' WHERE id = 'a1'")
    #expect(try node.wrappedValue.ids == ids("writer_id IN ('w3', 'w5')"))
    #expect(asked.drain() == ["a1"])
  }

  @Test func `a change of a node runs the predicate only for the rows that read the node`() throws {
    let least = Stored(wrappedValue: 20)
    let node = filtered(scene.articles.query) { !$0.isDraft && $0.views > least.wrappedValue }.live
    #expect(try node.wrappedValue.ids == ids("NOT is_draft AND views > 20"))
    _ = asked.drain()
    least.wrappedValue = 30
    #expect(try node.wrappedValue.ids == ids("NOT is_draft AND views > 30"))
    #expect(try asked.drain().sorted() == ids("NOT is_draft"))
  }

  @Test func `a move in the order runs the predicate only if it read the changed column`() throws {
    let query = scene.articles.query.order { $0.rating.descending }
    let node = filtered(query) { $0.views > 20 }.live
    _ = node.wrappedValue
    _ = asked.drain()
    try database.execute("UPDATE articles SET rating = 77 WHERE id IN ('a7', 'a8', 'a9')")
    try database.execute("UPDATE articles SET rating = 78, views = 78 WHERE id = 'a8'")
    #expect(try node.wrappedValue.ids == ids("views > 20", order: "rating DESC, id"))
    #expect(asked.drain() == ["a8"])
    // The commit changes so many rows that the query compares all of them.
    try database.execute("UPDATE articles SET rating = -rating")
    #expect(try node.wrappedValue.ids == ids("views > 20", order: "rating DESC, id"))
    #expect(asked.elements.isEmpty)
  }

  @Test func `the predicate runs only for the rows of the window`() throws {
    let query = scene.articles.query.order { $0.views.descending }.limit(20)
    let node = filtered(query) { !$0.isDraft }.live
    func fresh() throws -> [String] {
      try scene.ids(
        """
        SELECT id FROM (SELECT * FROM articles ORDER BY views DESC, id LIMIT 20)
        WHERE NOT is_draft ORDER BY views DESC, id
        """
      )
    }
    #expect(try node.wrappedValue.ids == fresh())
    #expect(asked.drain().count == 20)
    try database.execute("UPDATE articles SET views = 1000 WHERE id = 'a4'")
    try database.execute("DELETE FROM articles WHERE views = 49")
    #expect(try node.wrappedValue.ids == fresh())
    #expect(asked.drain().contains("a4"))
  }

  @Test func `a query that only SQL can follow asks about changed rows alone`() throws {
    let query = scene.articles.query.order { $0.writer.name.ascending }
    let joined = scene.articles.query.where { $0.remarks.exists { $0.text != "x" } }
    for query in [query, joined] {
      let node = filtered(query) { $0.views > 20 }.live
      _ = node.wrappedValue
      _ = asked.drain()
      try database.execute("UPDATE articles SET views = 90 - views WHERE id = 'a17'")
      try database.execute("DELETE FROM remarks WHERE id = 'r3'")
      #expect(try node.wrappedValue.ids == query.fetch().filter { $0.views > 20 }.ids)
      #expect(asked.drain().allSatisfy { $0 == "a17" })
    }
  }

  @Test func `observers are called once for each commit that changes the result`() throws {
    let told = Recorder<(ids: [String], difference: LiveDifference<Article>?)>()
    let popular = popular
    let subscription = withGraphTracking { popular.onDifference { told.record(($0.ids, $1)) } }
    try database.execute("UPDATE articles SET views = 50 WHERE views > 20")
    try database.execute("UPDATE articles SET title = 'x'")
    #expect(told.elements.count == 1)
    try database.execute("UPDATE articles SET views = 0 WHERE id < 'a15'")
    try database.execute("UPDATE articles SET views = 60 WHERE id IN ('a1', 'a299')")
    let calls = told.elements
    #expect(calls.count == 3)
    for (before, after) in zip(calls, calls.dropFirst()) {
      let difference = try #require(after.difference)
      #expect(difference.applied(to: before.ids) { $0.typedID.raw } == after.ids)
    }
    #expect(try calls.last?.ids == ids("views > 20"))
    subscription.cancel()
  }

  @Test func `inside a write the filter sees the write's rows, and other threads do not`() throws {
    let node = popular.live
    let before = node.wrappedValue.ids
    struct Undone: Error {}
    try? database.write {
      try database.execute("UPDATE articles SET views = 0 WHERE id < 'a2'")
      #expect(try node.wrappedValue.ids == ids("views > 20"))
      #expect(node.wrappedValue.count < before.count)
      try withThread { #expect(node.wrappedValue.ids == before) }
      throw Undone()
    }
    _ = asked.drain()
    #expect(node.wrappedValue.ids == before)
    #expect(asked.elements.isEmpty)
    try database.write {
      try database.execute("UPDATE articles SET views = 0 WHERE id = 'a1'")
      try? database.write {
        try database.execute("UPDATE articles SET views = 0 WHERE id = 'a2'")
        throw Undone()
      }
    }
    #expect(try node.wrappedValue.ids == ids("views > 20"))
    #expect(asked.drain().filter { $0 != "a1" && $0 != "a2" }.isEmpty)
  }

  @Test func `a predicate that sets a node it reads comes to an end`() throws {
    let count = Stored(wrappedValue: 0)
    let node = scene.articles.query.limit(3).filter { article in
      if count.wrappedValue < 5 { count.wrappedValue += 1 }
      return count.wrappedValue >= 5
    }.live
    #expect(node.wrappedValue.count == 3)
  }

  @Test func `a store in memory asks about changed entities alone`() {
    let people = EntityStore<Person>()
    let asked = asked
    for index in 0..<20 {
      people.add(Person(id: "p\(index)", name: "x", nickname: nil, isMember: index % 2 == 0))
    }
    let members = people.query.filter { person in
      asked.record(person.typedID.raw)
      return person.isMember
    }.live
    #expect(members.wrappedValue.count == 10)
    _ = asked.drain()
    people.get(by: "p3")?.isMember = true
    #expect(members.wrappedValue.count == 11)
    #expect(asked.drain() == ["p3"])
    people.delete("p4")
    #expect(members.wrappedValue.count == 10)
    #expect(asked.elements.isEmpty)
  }
}
