import TestSupport
import Testing

@testable import StateGraphPersistence

@Suite struct QuerySelectionTests {
  let scene: QueryScene
  var database: Database { scene.database }

  init() throws { scene = try QueryScene(articleCount: 60) }

  @Test func `selected values have their types and the order of the query`() throws {
    let rows = try scene.articles.query.where { $0.views > 10 }.order { $0.views.descending }
      .select { ($0.id, $0.title, $0.writer.name, $0.views * 2, $0.reader.name.optional) }
      .fetch()
    let expected = try database.rows(
      """
      SELECT a.id, title, w.name, views * 2, p.name
      FROM articles a JOIN writers w ON w.id = writer_id LEFT JOIN people p ON p.id = reader_id
      WHERE views > 10 ORDER BY views DESC, a.id
      """
    )
    #expect(rows.count > 10)
    #expect(
      rows.map { [$0.0.raw.value, $0.1.value, $0.2.value, $0.3.value, $0.4.value] }
        == expected.map(\.values)
    )
  }

  @Test func `one value is selected without a tuple`() throws {
    let titles: [String] = try scene.articles.query.limit(3).select { $0.title }.fetch()
    #expect(try titles == scene.articles.query.limit(3).fetch().map(\.title))
    let first = try scene.articles.query.order { $0.views.descending }.select { $0.views }
      .fetchFirst()
    #expect(try first == scene.articles.query.max { $0.views })
    let none = try scene.articles.query.where { $0.views < 0 }.select { $0.id }.fetchFirst()
    #expect(none == nil)
  }

  @Test func `a selection loads no entity`() throws {
    let count = DatabaseGraph.of(database).reads.total
    _ = try scene.articles.query.select { ($0.id, $0.title) }.fetch()
    #expect(DatabaseGraph.of(database).reads.total == count)
  }

  @Test func `nil for a type that is not optional is an error`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try scene.articles.query.where { $0.reader == nil }.select { $0.reader.name }.fetch()
    }
    #expect(error?.code == .typeMismatch)
    let key = #expect(throws: DatabaseError.self) {
      try scene.articles.query.where { $0.reader == nil }.select { $0.reader.id }.fetch()
    }
    #expect(key?.code == .typeMismatch)
  }

  @Test func `distinct values are in the query's order, and the limit counts them`() throws {
    let years = try scene.articles.query.select { $0.views % 3 }.distinct().fetch()
    #expect(years == [0, 1, 2])
    let pairs = try scene.articles.query.order { $0.isDraft.descending }.offset(1).limit(2)
      .select { ($0.writer.id, $0.isDraft) }.distinct().fetch()
    let expected = try database.rows(
      """
      SELECT DISTINCT writer_id, is_draft FROM articles ORDER BY is_draft DESC, writer_id
      LIMIT 2 OFFSET 1
      """
    )
    #expect(pairs.map { [$0.0.raw.value, $0.1.value] } == expected.map(\.values))
    let error = #expect(throws: DatabaseError.self) {
      try scene.articles.query.order { $0.views.ascending }.select { $0.title }.distinct().fetch()
    }
    #expect(error?.code == .misuse)
  }

  @Test func `a store in memory selects the same values`() throws {
    let store = EntityStore<Person>()
    for person in try scene.people.query.fetch() {
      store.add(
        Person(
          id: person.typedID.raw,
          name: person.name,
          nickname: person.nickname,
          isMember: person.isMember
        )
      )
    }
    for query in [store.query, scene.people.query] {
      let ordered = query.order { $0.name.descending }
      let rows = try ordered.select { ($0.nickname.ifNull($0.name), $0.id) }.fetch()
      #expect(try rows.map(\.1) == ordered.fetch().map(\.typedID))
      let names = ordered.offset(1).limit(3).select { $0.nickname }.distinct
      #expect(throws: DatabaseError.self) { try names().fetch() }
      #expect(
        try query.offset(1).limit(3).select { $0.nickname }.distinct().fetch()
          == ["nick0", "nick1", "nick2"]
      )
    }
  }

  @Test func `a live selection is read again only after changes of its columns and rows`()
    throws
  {
    let calls = Recorder<[String]>()
    let selection = scene.articles.query.where { $0.views > 20 }
      .select { $0.writer.name + ": " + $0.title }
    let live = selection.live
    let subscription = withGraphTracking { live.onChange { calls.record(Array($0)) } }
    #expect(calls.elements.count == 1)
    let before = scene.selectCount
    try database.execute("UPDATE articles SET subtitle = 'x', rating = 1")
    try database.execute("UPDATE writers SET age = 1")
    try database.execute("UPDATE articles SET title = title || '!' WHERE views <= 20")
    #expect(scene.selectCount == before)
    #expect(calls.elements.count == 1)
    try database.execute("UPDATE writers SET name = name || '?'")
    #expect(try calls.elements.last == selection.fetch())
    try database.execute("UPDATE articles SET title = 'new' WHERE views > 40")
    #expect(try calls.elements.last == selection.fetch())
    #expect(calls.elements.count == 3)
    try database.execute("DELETE FROM articles WHERE views > 45")
    #expect(try calls.elements.last == selection.fetch())
    // The rows are read again, and have the same values.
    let readCount = scene.selectCount
    try database.execute("UPDATE articles SET views = views + 1 WHERE views > 20")
    #expect(live.wrappedValue.count > 0)
    #expect(scene.selectCount > readCount)
    #expect(calls.elements.count == 4)
    subscription.cancel()
  }

  @Test func `a selection inside a computed node is live`() throws {
    let total = Computed { [articles = scene.articles] _ in
      (try? articles.query.select { $0.views }.fetch().reduce(0, +)) ?? -1
    }
    #expect(try total.wrappedValue == scene.articles.query.sum { $0.views })
    try database.execute("UPDATE articles SET views = views + 1")
    #expect(try total.wrappedValue == scene.articles.query.sum { $0.views })
  }

  @Test func `a live selection that cannot be read is empty`() throws {
    let live = scene.articles.query.select { $0.reader.name }.live
    #expect(live.wrappedValue.isEmpty)
  }
}
