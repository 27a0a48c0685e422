import TestSupport
import Testing

@testable import StateGraphPersistence

@Suite struct QueryAggregateTests {
  let scene: QueryScene

  init() throws { scene = try QueryScene() }

  private func one(_ sql: SQL) throws -> SQLiteValue { try scene.database.rows(sql)[0][0] }

  @Test func `aggregates are SQL's`() throws {
    let query = scene.articles.query.where { $0.isDraft }
    #expect(
      try query.sum { $0.views }?.value == one("SELECT sum(views) FROM articles WHERE is_draft")
    )
    #expect(
      try query.sum { $0.rating }?.value == one("SELECT sum(rating) FROM articles WHERE is_draft")
    )
    #expect(
      try query.average { $0.rating }?.value
        == one("SELECT avg(rating) FROM articles WHERE is_draft")
    )
    #expect(try query.min { $0.views } == 0)
    #expect(try query.max { $0.subtitle } == "\u{10ffff}end")
    #expect(
      try query.sum { $0.writer.age }?.value
        == one(
          """
          SELECT sum(age) FROM articles a JOIN writers w ON w.id = a.writer_id WHERE is_draft
          """
        )
    )
    #expect(
      try query.max { $0.remarks.count }?.value
        == one(
          """
          SELECT max(n) FROM (SELECT count(*) n FROM articles a JOIN remarks r ON r.article_id = a.id
            WHERE is_draft GROUP BY a.id)
          """
        )
    )
  }

  @Test func `aggregates of a limited query are of its rows`() throws {
    let top = scene.articles.query.order { $0.views.descending }.limit(10)
    #expect(
      try top.sum { $0.views }?.value
        == one("SELECT sum(v) FROM (SELECT views v FROM articles ORDER BY views DESC LIMIT 10)")
    )
    #expect(try top.fetchCount() == 10)
  }

  @Test func `the least and the greatest identifier are SQL's`() throws {
    let query = scene.articles.query.where { $0.isDraft }
    #expect(
      try query.max { $0.id }?.raw.value == one("SELECT max(id) FROM articles WHERE is_draft")
    )
    #expect(
      try query.min { $0.id }?.raw.value == one("SELECT min(id) FROM articles WHERE is_draft")
    )
    #expect(
      try query.max { $0.reader.id }?.raw.value
        == one("SELECT max(reader_id) FROM articles WHERE is_draft")
    )
    let five = scene.articles.query.limit(5)
    #expect(
      try five.max { $0.id }?.raw.value
        == one("SELECT max(id) FROM (SELECT id FROM articles ORDER BY id LIMIT 5)")
    )
    #expect(try scene.articles.query.where { $0.views < 0 }.max { $0.id } == nil)
    #expect(try EntityStore<Article>().query.min { $0.id } == nil)
  }

  @Test func `aggregates of no row are nil`() throws {
    let none = scene.articles.query.where { $0.views < 0 }
    #expect(try none.sum { $0.views } == nil)
    #expect(try none.average { $0.views } == nil)
    #expect(try none.min { $0.title } == nil)
    #expect(try none.max { $0.rating } == nil)
    #expect(try none.fetchCount() == 0)
    #expect(try none.group { $0.title }.count().isEmpty)
  }

  @Test func `a sum beyond 64 bits is a typed error`() throws {
    try scene.database.execute("UPDATE articles SET views = \(Int.max)")
    for attempt in [
      { _ = try scene.articles.query.sum { $0.views } },
      { _ = try scene.articles.query.group { $0.isDraft }.sum { $0.views } },
    ] {
      let error = #expect(throws: DatabaseError.self, performing: attempt)
      #expect(error?.code == .tooBig)
    }
    #expect(try scene.articles.query.max { $0.views } == Int.max)
  }

  @Test func `groups are SQL's, nil among the keys`() throws {
    let counts = try scene.articles.query.group { $0.subtitle }.count()
    let byHand = try scene.database.rows(
      "SELECT subtitle, count(*) FROM articles GROUP BY subtitle ORDER BY subtitle"
    )
    #expect(counts.map(\.key.value) == byHand.map { $0[0] })
    #expect(counts.map(\.value.value) == byHand.map { $0[1] })
    #expect(counts[0].key == nil)
    let sums = try scene.articles.query.group { $0.writer }.sum { $0.views }
    let sumsByHand = try scene.database.rows(
      "SELECT writer_id, sum(views) FROM articles GROUP BY writer_id ORDER BY writer_id"
    )
    #expect(sums.map { $0.key?.raw.value } == sumsByHand.map { $0[0] })
    #expect(sums.map(\.value.value) == sumsByHand.map { $0[1] })
    let ratings = try scene.articles.query.group { $0.reader }.max { $0.rating }
    #expect(ratings.count == 21)
    #expect(ratings[0].key == nil)
  }

  @Test func `aggregates load no entity and run one statement each`() throws {
    // A reader's first statements are about its connection.
    _ = try scene.articles.query.exists()
    let before = scene.selectCount
    _ = try scene.articles.query.where { $0.writer.name == "Ada" }.fetchCount()
    _ = try scene.articles.query.group { $0.isDraft }.average { $0.rating }
    #expect(scene.selectCount == before + 2)
  }
}
