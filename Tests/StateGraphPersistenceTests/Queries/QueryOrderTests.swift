import TestSupport
import Testing

@testable import StateGraphPersistence

@Suite struct QueryOrderTests {
  let scene: QueryScene

  init() throws { scene = try QueryScene() }

  @Test func `rows without an order come by key`() throws {
    #expect(
      try scene.articles.query.fetch().ids == scene.ids("SELECT id FROM articles ORDER BY id")
    )
  }

  @Test func `several orders follow each other, in each direction, with nil as the smallest`()
    throws
  {
    let query = scene.articles.query
    let byHand = try scene.ids(
      "SELECT id FROM articles ORDER BY rating DESC, subtitle, views DESC, id LIMIT 100 OFFSET 20"
    )
    let window = query.limit(100).offset(20)
    #expect(
      try window.order { ($0.rating.descending, $0.subtitle.ascending, $0.views.descending) }
        .fetch().ids == byHand
    )
    #expect(
      try window.order { $0.rating.descending }.order { $0.subtitle.ascending }
        .order { $0.views.descending }.fetch().ids == byHand
    )
  }

  @Test func `rows are ordered by a referenced row and by the number of referring rows`() throws {
    #expect(
      try scene.articles.query.order { ($0.reader.name.ascending, $0.remarks.count.descending) }
        .fetch().ids
        == scene.ids(
          """
          SELECT a.id FROM articles a LEFT JOIN people p ON p.id = a.reader_id
          ORDER BY p.name, (SELECT count(*) FROM remarks WHERE article_id = a.id) DESC, a.id
          """
        )
    )
    #expect(
      try scene.articles.query.order { $0.id.descending }.limit(3).fetch().ids
        == scene.ids("SELECT id FROM articles ORDER BY id DESC LIMIT 3")
    )
  }

  @Test func `offset, limit and first row give the rows of the ordered result`() throws {
    let query = scene.articles.query.order { $0.views.ascending }
    #expect(try query.offset(290).fetch().count == 10)
    #expect(try query.limit(0).fetch().isEmpty)
    #expect(try query.limit(0).fetchFirst() == nil)
    #expect(try !query.limit(0).exists())
    #expect(try query.limit(7).fetchCount() == 7)
    #expect(try query.offset(295).fetchCount() == 5)
    #expect(try query.fetchFirst() === query.fetch()[0])
    for wrong in [query.limit(-1), query.offset(-1)] {
      #expect(throws: DatabaseError.self) { try wrong.fetch() }
    }
  }

  static let orders: [@Sendable (Query<Article>) -> Query<Article>] = [
    { $0 },
    { $0.order { $0.views.ascending } },
    { $0.order { $0.views.descending } },
    { $0.order { $0.rating.ascending } },
    { $0.order { $0.rating.descending } },
    { $0.order { ($0.subtitle.descending, $0.rating.ascending, $0.isDraft.descending) } },
    { $0.order { ($0.reader.name.ascending, $0.id.descending) } },
    { $0.where { $0.views < 25 }.order { $0.remarks.count.descending } },
  ]

  @Test(arguments: orders.indices, [1, 7, 50, 300])
  func `pages together are the whole, each row once and in order`(order: Int, size: Int) throws {
    guard size > 1 || order < 2 else { return }
    let query = Self.orders[order](scene.articles.query)
    var (found, cursor): ([String], QueryCursor?) = ([], nil)
    repeat {
      let page = try query.page(size: size, after: cursor)
      #expect(page.entities.count <= size)
      found += page.entities.ids
      cursor = page.next
    } while cursor != nil
    #expect(try found == query.fetch().ids)
  }

  @Test func `a page is where it was after rows have come and gone before it`() throws {
    let query = scene.articles.query.order { $0.views.descending }
    let all = try query.fetch().ids
    let first = try query.page(size: 20)
    try scene.database.execute("DELETE FROM articles WHERE id = \(all[5])")
    try scene.database.execute(
      """
      INSERT INTO articles VALUES
        ('new1', '', NULL, 1000, NULL, 0, 'w1', NULL), ('new2', '', NULL, 999, NULL, 0, 'w1', NULL)
      """
    )
    let second = try query.page(size: 20, after: first.next)
    #expect(second.entities.ids == Array(all[20..<40]))
    // The last row of a page may go as well.
    try scene.database.execute("DELETE FROM articles WHERE id = \(all[39])")
    #expect(try query.page(size: 10, after: second.next).entities.ids == Array(all[40..<50]))
  }

  @Test(arguments: [true, false])
  func `a page seeks in the index and sorts nothing`(isAscending: Bool) throws {
    let query = scene.articles.query.order {
      isAscending ? $0.views.ascending : $0.views.descending
    }
    .order { isAscending ? $0.id.ascending : $0.id.descending }
    var next = query.limit(10)
    next.shape.condition = try query.page(size: 10).next?.condition(in: Article._$definition)
    let plan = try next.plan
    #expect(plan.scans.isEmpty)
    #expect(!plan.sorts)
    #expect(plan.description.contains("articles_views_id (views\(isAscending ? ">" : "<")?)"))
  }

  @Test func `a page of another order, with a limit or of no size is refused`() throws {
    let query = scene.articles.query.order { $0.views.ascending }
    let cursor = try query.page(size: 10).next
    #expect(throws: DatabaseError.self) { try query.page(size: 0) }
    #expect(throws: DatabaseError.self) { try query.limit(3).page(size: 10) }
    #expect(throws: DatabaseError.self) { try scene.articles.query.page(size: 10, after: cursor) }
  }
}
