import TestSupport
import Testing

@testable import StateGraphPersistence

/// Conditions on groups.
@Suite struct QueryGroupTests {
  let scene: QueryScene
  var database: Database { scene.database }

  init() throws { scene = try QueryScene(articleCount: 80) }

  @Test func `groups are left out by their count, their sums and their key`() throws {
    let groups = scene.articles.query.where { $0.views > 5 }.group { $0.title.lowercased() }
    let busy = try groups.having { $0.count > 3 && $0.sum { $0.views } > 90 }
      .having { $0.key != "hello" && $0.max { $0.rating.ifNull(0) } >= 2 }
      .average { $0.views }
    let expected = try database.rows(
      """
      SELECT lower(title), avg(views) FROM articles WHERE views > 5 GROUP BY 1
      HAVING count(*) > 3 AND sum(views) > 90 AND lower(title) <> 'hello'
        AND max(coalesce(rating, 0)) >= 2
      ORDER BY 1
      """
    )
    #expect(busy.map { [$0.key.value, $0.value.value] } == expected.map(\.values))
    #expect(try !busy.isEmpty && busy.count < groups.count().count)
  }

  @Test func `the limit of the query applies before the groups are made`() throws {
    let groups = try scene.articles.query.order { $0.views.descending }.limit(20)
      .group { $0.writer }.having { $0.distinctCount { $0.title } > 1 }.count()
    let expected = try database.rows(
      """
      SELECT writer_id, count(*) FROM
        (SELECT writer_id, title FROM articles ORDER BY views DESC, id LIMIT 20)
      GROUP BY 1 HAVING count(DISTINCT title) > 1 ORDER BY 1
      """
    )
    #expect(groups.map { [$0.key?.raw.value ?? .null, $0.value.value] } == expected.map(\.values))
  }

  @Test func `groups with a condition are live`() throws {
    let groups = scene.articles.query.group { $0.isDraft }.having { $0.count >= 40 }
    let count = Computed { _ in (try? groups.count().map(\.value)) ?? [] }
    #expect(try count.wrappedValue == groups.count().map(\.value))
    try database.execute("UPDATE articles SET is_draft = 1")
    #expect(count.wrappedValue == [80])
    try database.execute("DELETE FROM articles WHERE views > 1")
    #expect(count.wrappedValue.isEmpty)
    let before = scene.selectCount
    try database.execute("UPDATE articles SET title = 'x'")
    #expect(count.wrappedValue.isEmpty)
    #expect(scene.selectCount == before)
  }

  @Test func `a store in memory leaves out the same groups`() throws {
    let store = EntityStore<Person>()
    for index in 0..<9 {
      store.add(
        Person(id: "p\(index)", name: "n\(index % 4)", nickname: nil, isMember: index % 2 == 0)
      )
    }
    let groups = try store.query.group { $0.name }
      .having { $0.count > 2 && $0.min { $0.nickname.ifNull("x") } == "x" }.count()
    #expect(groups.map(\.key) == ["n0"])
    #expect(try store.query.group { $0.name }.having { $0.key > "n1" }.count().count == 2)
  }

  @Test func `a value of a group is misuse outside of having`() throws {
    var leaked: QueryCondition?
    _ = scene.articles.query.group { $0.isDraft }.having { group in
      leaked = group.count > 1
      return group.count > 1
    }
    let condition = try #require(leaked)
    let error = #expect(throws: DatabaseError.self) {
      try scene.articles.query.where { _ in condition }.fetch()
    }
    #expect(error?.code == .misuse)
  }
}
