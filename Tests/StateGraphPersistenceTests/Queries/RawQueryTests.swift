import TestSupport
import Testing

@testable import StateGraphPersistence

@Suite struct RawQueryTests {
  let scene: QueryScene

  init() throws { scene = try QueryScene(articleCount: 100) }

  @Test func `entities come in the order of the statement, with bound values`() throws {
    let title = "O'Brien'; --"
    try scene.database.execute(
      "UPDATE articles SET title = \(title) WHERE id IN ('a3', 'a7', 'a5')"
    )
    // A reader's first statements are about its connection.
    _ = try scene.articles.query.exists()
    let before = scene.selectCount
    let found = try scene.articles.query(
      sql: "SELECT views, id FROM articles WHERE title = \(title) ORDER BY id DESC"
    ).fetch()
    #expect(found.ids == ["a7", "a5", "a3"])
    #expect(scene.selectCount == before + 2)
    #expect(found[0] === scene.articles.get(by: "a7"))
  }

  @Test func `a query is printed as its SQL, without the values`() throws {
    let query = scene.articles.query.where { $0.title == "secret" && $0.id > "secret" }.limit(3)
    #expect(try "\(query)" == query.sql)
    #expect(!String(reflecting: query).contains("secret"))
    let inMemory = EntityStore<Article>().query.where { $0.title == "secret" }
    #expect(inMemory.description.hasPrefix("SELECT"))
    #expect(!inMemory.description.contains("secret"))
    let raw = scene.articles.query(sql: "SELECT id FROM articles WHERE title = \("secret")")
    #expect("\(raw)" == "SELECT id FROM articles WHERE title = ?")
    let invalid = scene.articles.query.where { $0.shout == "secret" }
    #expect(invalid.description.contains("is not stored in articles"))
    #expect(!invalid.description.contains("secret"))
  }

  @Test func `pieces and arrays of values make one statement`() throws {
    let (ids, title): ([String], String?) = (["a3", "none", "a5", "a7"], nil)
    let conditions: [SQL] = ["id IN \(ids)", "(\(title) IS NULL OR title = \(title))"]
    let found = try scene.articles.query(
      sql: "SELECT id FROM articles WHERE \(conditions.joined(separator: " AND ")) ORDER BY id"
    ).fetch()
    #expect(found.ids == ["a3", "a5", "a7"])
    let none: [String] = []
    #expect(
      try scene.articles.query(sql: "SELECT id FROM articles WHERE id IN \(none)").fetch().isEmpty
    )
  }

  @Test func `a repeated key gives the entity twice, and a key without a row no entity`() throws {
    let found = try scene.articles.query(
      sql: "SELECT 'a1' AS id UNION ALL SELECT 'none' UNION ALL SELECT 'a1' UNION ALL SELECT NULL"
    ).fetch()
    #expect(found.ids == ["a1", "a1"])
  }

  @Test func `a result without the key, a statement that writes, and memory are clear errors`() {
    let wrong: [RawQuery<Article>] = [
      scene.articles.query(sql: "SELECT title FROM articles"),
      scene.articles.query(sql: "DELETE FROM articles RETURNING id"),
      EntityStore<Article>().query(sql: "SELECT id FROM articles"),
    ]
    for query in wrong {
      let error = #expect(throws: DatabaseError.self) { try query.fetch() }
      #expect(error?.code == .misuse)
    }
    #expect(scene.articles.count == 100)
  }

  @Test func `a plan distinguishes scanned tables from index look-ups`() throws {
    let scan = try scene.articles.query.where { $0.title == "x" }.plan
    #expect(scan.scans == ["articles"])
    #expect(scan.description.contains("SCAN articles"))
    let search = try scene.articles.query
      .where { $0.writer.id == "w1" && $0.reader.name == "Ada" }.plan
    #expect(search.scans.isEmpty)
    #expect(search.usesIndex)
    let prefix = try scene.articles.query.where { $0.id.in([]) || $0.views.between(1, 2) }.plan
    #expect(prefix.usesIndex)
    let nested = try scene.articles.query.where { $0.remarks.exists { $0.reply == nil } }.plan
    #expect(nested.usesIndex)
    #expect(try scene.articles.query(sql: "SELECT id FROM remarks").plan.scans == ["remarks"])
    #expect(throws: DatabaseError.self) { try EntityStore<Article>().query.plan }
  }

  @Test func `a prefix is searched as a range of an index`() throws {
    try scene.database.execute("CREATE INDEX articles_title ON articles (title)")
    let plan = try scene.articles.query.where { $0.title.hasPrefix("Hel") }.plan
    #expect(plan.description.contains("articles_title (title>? AND title<?)"))
  }

  @Test func `the statement can be read`() throws {
    #expect(
      try scene.remarks.query.where { $0.article.title == "x" }.limit(3).sql == """
        SELECT "remarks"."id", "remarks"."text", "remarks"."article_id", "remarks"."reply_id" \
        FROM "remarks" LEFT JOIN "articles" AS "remarks.article_id" \
        ON "remarks.article_id"."id" = "remarks"."article_id" \
        WHERE "remarks.article_id"."title" = ? ORDER BY "remarks"."id" LIMIT ? OFFSET ?
        """
    )
  }
}
