import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Rows that live queries keep and share, and the reads that they repeat.
@Suite struct LiveSharingTests {
  let scene: QueryScene
  var database: Database { scene.database }
  var reads: QueryReads { DatabaseGraph.of(database).reads }

  init() throws { scene = try QueryScene() }

  @Test func `all nodes of the same query share one SELECT`() throws {
    let graph = DatabaseGraph.of(database)
    let make = { @Sendable [articles = scene.articles] in
      articles.query.where { $0.writer.id == "w1" }.limit(7)
    }
    let nodes = (0..<100).map { _ in make().live }
    let inline = (0..<100).map { _ in Computed { _ in (try? make().fetch().ids) ?? [] } }
    // The first query of a shape also reads its plan.
    #expect(nodes[0].wrappedValue.count == 7)
    let before = scene.selectCount
    for (node, ids) in zip(nodes, inline) { #expect(node.wrappedValue.ids == ids.wrappedValue) }
    #expect(scene.selectCount == before)
    #expect(graph.liveQueries.count == 1)
    try database.execute("UPDATE articles SET writer_id = 'w1' WHERE id = 'a0'")
    #expect(scene.lastCommit?.markedSlotCount == 1)
    for (node, ids) in zip(nodes, inline) { #expect(node.wrappedValue.ids == ids.wrappedValue) }
    #expect(scene.selectCount == before)
  }

  @Test func `a window reads again only when more have left it than it keeps`() throws {
    let node = scene.articles.query.order { $0.id.ascending }.limit(10).live
    let ids = node.wrappedValue.ids
    let before = scene.selectCount
    for id in ids { try database.execute("DELETE FROM articles WHERE id = \(id)") }
    let fresh = { [scene] in
      try scene.articles.query.order { $0.id.ascending }.limit(10).fetch().ids
    }
    #expect(node.wrappedValue.count == 10)
    // A DELETE is not counted as a SELECT, and the window keeps 16 rows after its end.
    #expect(scene.selectCount == before)
    #expect(try node.wrappedValue.ids == fresh())
    let refills = reads.count(.refill)
    for id in node.wrappedValue.ids {
      try database.execute("DELETE FROM articles WHERE id = \(id)")
    }
    #expect(try node.wrappedValue.ids == fresh())
    #expect(reads.count(.refill) == refills + 1)
    #expect(reads.count(.inconsistent) == 0)
  }

  @Test func `too many changes at once are one SELECT`() throws {
    let node = scene.articles.query.where { $0.views < 1_000 }.order { $0.views.ascending }.live
    #expect(node.wrappedValue.count == QueryScene.articleCount)
    let before = scene.selectCount
    try database.execute("UPDATE articles SET views = 900 - views")
    #expect(
      try node.wrappedValue.ids == scene.articles.query.order { $0.views.ascending }.fetch().ids
    )
    // The node runs one SELECT, and the comparison runs the other.
    #expect(scene.selectCount == before + 2)
  }

  @Test func `a collection does not change after a commit`() throws {
    let node = scene.articles.query.order { $0.views.ascending }.live
    let before = node.wrappedValue
    let ids = before.ids
    try database.execute("DELETE FROM articles WHERE views < 20")
    #expect(node.wrappedValue.count < before.count)
    #expect(before.ids == ids)
    #expect(before != node.wrappedValue)
  }

  @Test(arguments: [3_000, 32_767, 32_768, 100_000])
  func `a list of many values is followed or read again, and right`(count: Int) throws {
    let query = scene.articles.query.where { $0.views.in((0..<count).map { $0 + 20 }) }
    let node = query.live
    #expect(try node.wrappedValue.ids == query.fetch().ids)
    try database.execute("UPDATE articles SET views = views - 5")
    try database.execute("DELETE FROM articles WHERE views = 30")
    #expect(try node.wrappedValue.ids == query.fetch().ids)
    #expect(!node.wrappedValue.isEmpty)
  }

  @Test func `order and ranges of a file that is not UTF-8 are left to SQLite`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("wide.sqlite")
    let connection = try WriterConnection.open(DatabaseLocation(path: path))
    try connection.run("PRAGMA encoding = 'UTF-16le'")
    try connection.run(
      "CREATE TABLE bins (id INTEGER PRIMARY KEY, label TEXT NOT NULL) STRICT"
    )
    let wide = try Database(path: path)
    let bins = try EntityStore<Bin>(wide)
    let node = bins.query.where { $0.label > "a" }.order { $0.label.ascending }.live
    #expect(node.wrappedValue.isEmpty)
    // In UTF-16, "Ā" has a smaller first byte than "b".
    for (id, label) in ["b", "Ā", "z", "a"].enumerated() {
      try wide.execute("INSERT INTO bins VALUES (\(id), \(label))")
      let fresh = try bins.query.where { $0.label > "a" }.order { $0.label.ascending }.fetch()
      #expect(node.wrappedValue.elementsEqual(fresh, by: ===))
    }
  }
}
