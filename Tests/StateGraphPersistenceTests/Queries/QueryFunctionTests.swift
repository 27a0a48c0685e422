import TestSupport
import Testing

@testable import StateGraphPersistence

/// Operators and functions in conditions and orders, on disk and in memory.
@Suite struct QueryFunctionTests {
  let scene: QueryScene
  var database: Database { scene.database }

  init() throws { scene = try QueryScene(articleCount: 60) }

  private func ids(
    _ condition: (QueryRow<Article>) -> QueryCondition
  ) throws -> Set<String> {
    let found = try scene.articles.query.where(condition).fetch().ids
    let live = scene.articles.query.where(condition).live
    #expect(live.wrappedValue.ids == found)
    let memory = try memoryStore().query.where(condition).fetch().ids
    #expect(memory == found)
    return Set(found)
  }

  /// The articles of the file in a store in memory.
  private func memoryStore() throws -> EntityStore<Article> {
    let store = EntityStore<Article>()
    for article in try scene.articles.query.fetch() {
      store.add(
        Article(
          id: article.typedID.raw,
          title: article.title,
          subtitle: article.subtitle,
          views: article.views,
          rating: article.rating,
          isDraft: article.isDraft,
          writer: article.writer,
          reader: article.reader
        )
      )
    }
    return store
  }

  @Test func `columns are compared with columns`() throws {
    let same = try scene.ids("SELECT id FROM articles WHERE title >= subtitle")
    #expect(try ids { $0.title.optional >= $0.subtitle } == Set(same))
    let less = try scene.ids("SELECT id FROM articles WHERE title <= subtitle")
    #expect(try ids { $0.title.optional <= $0.subtitle } == Set(less))
    #expect(!same.isEmpty && !less.isEmpty)
  }

  @Test func `numbers are calculated as SQLite calculates them`() throws {
    #expect(
      try ids { $0.views * 2 + 1 > 50 - $0.views }
        == Set(scene.ids("SELECT id FROM articles WHERE views * 2 + 1 > 50 - views"))
    )
    #expect(
      try ids { $0.views / 7 == 3 }
        == Set(scene.ids("SELECT id FROM articles WHERE views / 7 = 3"))
    )
    #expect(
      try ids { $0.views % 5 == 2 } == Set(scene.ids("SELECT id FROM articles WHERE views % 5 = 2"))
    )
    #expect(try ids { ($0.views / 0).isNull }.count == 60)
    #expect(
      try ids { ($0.views - 25).magnitude < 5 }
        == Set(scene.ids("SELECT id FROM articles WHERE abs(views - 25) < 5"))
    )
    #expect(
      try ids { $0.rating.ifNull(0).rounded() == 3 }
        == Set(scene.ids("SELECT id FROM articles WHERE round(coalesce(rating, 0)) = 3"))
    )
    #expect(
      try ids { -$0.views < -40 } == Set(scene.ids("SELECT id FROM articles WHERE -views < -40"))
    )
  }

  @Test func `an integer beyond 64 bits becomes a real, on disk and in memory`() throws {
    try database.execute("UPDATE articles SET views = 9223372036854775807 WHERE id = 'a1'")
    #expect(try ids { $0.views + 1 > 1_000 } == ["a1"])
    #expect(try ids { $0.views * 4 - 1 > 1_000 } == ["a1"])
  }

  @Test func `text is computed as SQLite computes it`() throws {
    #expect(
      try ids { $0.title.lowercased() == "hello" }
        == Set(scene.ids("SELECT id FROM articles WHERE lower(title) = 'hello'"))
    )
    #expect(
      try ids { ($0.title + " " + $0.subtitle.ifNull($0.title)).length > 20 }
        == Set(
          scene.ids(
            "SELECT id FROM articles WHERE length(title || ' ' || coalesce(subtitle, title)) > 20"
          )
        )
    )
    #expect(
      try ids { $0.title.prefix(1).in(["H", "c"]) }
        == Set(scene.ids("SELECT id FROM articles WHERE substr(title, 1, 1) IN ('H', 'c')"))
    )
    #expect(
      try ids { $0.title.suffix(2).uppercased().hasPrefix("L") }
        == Set(scene.ids("SELECT id FROM articles WHERE upper(substr(title, -2)) LIKE 'L%'"))
    )
    #expect(
      try ids { $0.title.replacing("Hello", with: " ").trimmed() == "" }
        == Set(
          scene.ids("SELECT id FROM articles WHERE trim(replace(title, 'Hello', ' ')) = ''")
        )
    )
    #expect(
      try ids { $0.title.dropFirst(2).like("llo%") }
        == Set(scene.ids("SELECT id FROM articles WHERE substr(title, 3) LIKE 'llo%'"))
    )
    #expect(try ids { $0.title.suffix(0) == "" && $0.title.prefix(-1) == "" }.count == 60)
  }

  @Test func `rows are ordered by any number of values`() throws {
    let query = scene.articles.query.order {
      [
        $0.isDraft.ascending, ($0.views % 3).descending, $0.title.lowercased().ascending,
        $0.writer.name.descending,
      ]
    }
    let expected = try scene.ids(
      """
      SELECT a.id FROM articles a JOIN writers w ON w.id = writer_id
      ORDER BY is_draft, views % 3 DESC, lower(title), w.name DESC, a.id
      """
    )
    #expect(try query.fetch().ids == expected)
    #expect(query.live.wrappedValue.ids == expected)
  }

  @Test func `a live query follows computed values without a SELECT`() throws {
    let node = scene.articles.query.where { $0.views * 2 > 60 && $0.title.lowercased() != "x" }.live
    _ = node.wrappedValue
    let before = scene.selectCount
    try database.execute("UPDATE articles SET views = 31 WHERE id = 'a2'")
    #expect(node.wrappedValue.ids.contains("a2"))
    try database.execute("UPDATE articles SET title = 'X' WHERE id = 'a2'")
    #expect(!node.wrappedValue.ids.contains("a2"))
    #expect(scene.selectCount == before)
    try database.execute("UPDATE articles SET subtitle = 'X'")
    #expect(scene.lastCommit?.markedSlotCount == 0)
  }

  @Test func `a row that only SQLite can decide is read again`() throws {
    try database.execute(
      "CREATE TABLE loose_numbers (id TEXT PRIMARY KEY NOT NULL, number INTEGER NOT NULL)"
    )
    let store = try EntityStore<LooseNumber>(database)
    let query = store.query.where { $0.number + 1 > 5 }
    let node = query.live
    let count = Computed { _ in (try? query.fetchCount()) ?? -1 }
    #expect(node.wrappedValue.isEmpty && count.wrappedValue == 0)
    try database.execute("INSERT INTO loose_numbers VALUES ('a', 9), ('b', 1)")
    #expect(node.wrappedValue.ids == ["a"] && count.wrappedValue == 1)
    // SQLite reads the digits at the beginning of the text. The row has no entity.
    try database.execute("INSERT INTO loose_numbers VALUES ('c', '12 pieces')")
    #expect(node.wrappedValue.ids == ["a"] && count.wrappedValue == 2)
    try database.execute("UPDATE loose_numbers SET number = 12 WHERE id = 'c'")
    #expect(node.wrappedValue.ids == ["a", "c"] && count.wrappedValue == 2)
  }

  @Test func `a text that is not UTF-8 is left to SQLite`() throws {
    try database.execute("UPDATE articles SET title = 'x' WHERE id = 'a1'")
    let query = scene.articles.query.where { $0.id == "a1" && $0.title.length > 5 }
    let node = query.live
    #expect(node.wrappedValue.isEmpty)
    try database.execute(
      "UPDATE articles SET title = CAST(x'61ff62ff63ff64' AS TEXT) WHERE id = 'a1'"
    )
    #expect(try query.fetch().ids == ["a1"])
    #expect(node.wrappedValue.ids == ["a1"])
  }

  @Test func `an absolute value that does not fit is tooBig, on disk and in memory`() throws {
    try database.execute("UPDATE articles SET views = -9223372036854775808 WHERE id = 'a1'")
    for store in [scene.articles, try memoryStore()] {
      let error = #expect(throws: DatabaseError.self) {
        try store.query.where { $0.views.magnitude > 1 }.fetch()
      }
      #expect(error?.code == .tooBig)
    }
  }

  @Test func `groups and sums of computed values equal SQLite's`() throws {
    let groups = try scene.articles.query.group { $0.views % 4 }.sum { $0.views * 2 }
    let expected = try database.rows(
      "SELECT views % 4, sum(views * 2) FROM articles GROUP BY 1 ORDER BY 1"
    )
    #expect(groups.map { SQLiteValue.integer(Int64($0.value ?? 0)) } == expected.map { $0[1] })
    #expect(
      try memoryStore().query.sum { $0.views * 2 } == scene.articles.query.sum { $0.views * 2 }
    )
  }
}

@Entity(table: "loose_numbers")
private final class LooseNumber {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var number: Int
}
