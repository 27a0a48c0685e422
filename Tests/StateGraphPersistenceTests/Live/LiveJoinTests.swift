import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Live queries with conditions on other tables.
@Suite struct LiveJoinTests {
  let scene: QueryScene
  var database: Database { scene.database }
  var reads: QueryReads { DatabaseGraph.of(database).reads }

  init() throws { scene = try QueryScene() }

  @Test func `a row of another table asks only for the rows that it leads to`() throws {
    let query = scene.articles.query.where { $0.writer.name != "Ada" }.order { $0.views.ascending }
    let node = query.live
    let count = node.wrappedValue.count
    let own = try database.rows("SELECT count(*) FROM articles WHERE writer_id = 'w5'")[0][0]
    let before = (reads.count(.first), scene.selectCount)
    try database.execute("UPDATE writers SET name = 'Ada' WHERE id = 'w5'")
    #expect(own == .integer(Int64(count - node.wrappedValue.count)))
    // Their keys, and which of them still belong.
    #expect(scene.selectCount == before.1 + 2)
    #expect(reads.count(.related) == 1)
    #expect(reads.count(.first) == before.0)
    #expect(try node.wrappedValue.ids == query.fetch().ids)
  }

  @Test func `a change that is unrelated to the rows of a join runs nothing`() throws {
    let query = scene.articles.query.where { $0.writer.name == "Ada" && !$0.isDraft }
    let calls = Recorder<Int>()
    let subscription = withGraphTracking { query.onChange { calls.record($0.count) } }
    _ = calls.drain()
    let before = scene.selectCount
    try database.execute("UPDATE writers SET name = 'Eve' WHERE name = 'Writer 4'")
    try database.execute("UPDATE writers SET age = 99")
    try database.execute("UPDATE articles SET title = 'new', views = 3")
    try database.execute("UPDATE articles SET writer_id = 'w3' WHERE is_draft")
    try database.execute("DELETE FROM remarks")
    #expect(scene.lastCommit?.markedSlotCount == 0)
    #expect(scene.selectCount == before)
    #expect(calls.elements.isEmpty)
    subscription.cancel()
  }

  @Test func `another row in another place of the order runs nothing`() throws {
    let query = scene.articles.query.where { $0.remarks.exists { $0.text == "only" } }
      .order { $0.views.ascending }
    let node = query.live
    try database.execute("UPDATE remarks SET text = 'only' WHERE article_id = 'a7'")
    try database.execute(
      "INSERT INTO remarks VALUES ('x', 'only', 'a7', NULL), ('y', 'only', 'a8', NULL)"
    )
    #expect(node.wrappedValue.count == 2)
    let before = scene.selectCount
    try database.execute("UPDATE articles SET views = views + 1 WHERE id NOT IN ('a7', 'a8')")
    #expect(scene.lastCommit?.markedSlotCount == 0)
    #expect(node.wrappedValue.count == 2)
    #expect(scene.selectCount == before)
    try database.execute("UPDATE articles SET views = 10000 WHERE id = 'a7'")
    #expect(node.wrappedValue.last?.typedID == "a7")
    try database.execute("UPDATE articles SET views = -1 WHERE id = 'a7'")
    #expect(node.wrappedValue.first?.typedID == "a7")
  }

  @Test func `a query is read again after too many changed rows of another table`() throws {
    let query = scene.articles.query.where { $0.remarks.exists { $0.text != "gone" } }
    let node = query.live
    #expect(!node.wrappedValue.isEmpty)
    try database.execute("UPDATE remarks SET text = 'gone' WHERE id <> 'r7'")
    #expect(node.wrappedValue.count == 1)
    try database.execute("UPDATE remarks SET text = 'back' WHERE id = 'r8'")
    #expect(try node.wrappedValue.ids == query.fetch().ids)
    #expect(node.wrappedValue.count == 2)
  }

  @Test func `a key whose collation differs from its reference's is left to SQLite`()
    throws
  {
    try database.execute(
      "CREATE TABLE boxes (id TEXT PRIMARY KEY COLLATE NOCASE, name TEXT NOT NULL)"
    )
    try database.execute("CREATE TABLE coins (id INTEGER PRIMARY KEY, box_id TEXT)")
    try database.execute("INSERT INTO boxes VALUES ('a', 'x')")
    try database.execute("INSERT INTO coins VALUES (1, 'A'), (2, 'a')")
    let query = try EntityStore<Coin>(database).query.where { $0.box.name == "x" }
    let node = query.live
    #expect(try node.wrappedValue.elementsEqual(query.fetch(), by: ===))
    #expect(node.wrappedValue.count == 2)
    try database.execute("UPDATE boxes SET name = 'y'")
    #expect(node.wrappedValue.isEmpty)
    try database.execute("UPDATE boxes SET name = 'x'")
    #expect(node.wrappedValue.count == 2)
  }

  @Test func `a reference to no row is followed too`() throws {
    let query = scene.articles.query.where { $0.reader.nickname == nil }
    let node = query.live
    #expect(try node.wrappedValue.ids == query.fetch().ids)
    try database.execute("UPDATE articles SET reader_id = NULL WHERE id < 'a2'")
    #expect(try node.wrappedValue.ids == query.fetch().ids)
    try database.execute("DELETE FROM people WHERE id = 'p1'")
    #expect(try node.wrappedValue.ids == query.fetch().ids)
    try database.execute("UPDATE people SET nickname = NULL WHERE id = 'p2'")
    #expect(try node.wrappedValue.ids == query.fetch().ids)
  }
}

@Entity(table: "boxes")
private final class Box {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var name: String
}

@Entity(table: "coins")
private final class Coin {
  typealias TypedIdentifierRawValue = Int64
  let typedID: TypedID
  @GraphStored var box: Box?
}
