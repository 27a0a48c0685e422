import TestSupport
import Testing

@testable import StateGraphPersistence

/// UPDATE and DELETE of all rows of a query.
@Suite struct QueryWritingTests {
  let scene: QueryScene
  var database: Database { scene.database }

  init() throws { scene = try QueryScene(articleCount: 60) }

  @Test func `one statement changes the rows of the condition, and objects have the new values`()
    throws
  {
    let articles = try scene.articles.query.fetch()
    let titles = articles.map(\.title)
    let views = articles.map(\.views)
    let live = scene.articles.query.where { $0.views > 60 }.live
    #expect(live.wrappedValue.isEmpty)
    let before = database.statementCounter.writeCount
    let count = try scene.articles.query.where { $0.views >= 25 }.update {
      $0.set(\.views, to: $0.views * 2 + 1)
      $0.set(\.title, to: $0.title + "!")
      $0.set(\.isDraft, to: true)
      $0.set(\.rating, to: nil)
    }
    #expect(database.statementCounter.writeCount == before + 1)
    #expect(count == views.count { $0 >= 25 })
    for (article, (title, old)) in zip(articles, zip(titles, views)) {
      #expect(article.views == (old >= 25 ? old * 2 + 1 : old))
      #expect(article.title == (old >= 25 ? title + "!" : title))
      if old >= 25 { #expect(article.isDraft && article.rating == nil) }
    }
    #expect(live.wrappedValue.ids == articles.filter { $0.views > 60 }.ids)
  }

  @Test func `assignments use the values before the update`() throws {
    let article = try #require(try scene.articles.query.fetchFirst())
    let (title, views) = (article.title, article.views)
    try scene.articles.query.where { $0.id == article.typedID }.update {
      $0.set(\.title, to: $0.title.prefix(2) + "x")
      $0.set(\.subtitle, to: $0.title.optional)
      $0.set(\.views, to: $0.title.length + $0.views)
    }
    #expect(article.subtitle == title)
    #expect(article.views == title.unicodeScalars.count + views)
  }

  @Test func `only the observers of changed values are called`() throws {
    let articles = try scene.articles.query.order { $0.views.ascending }.fetch()
    let (first, last) = (articles[0], try #require(articles.last))
    let calls = Recorder<String>()
    let subscription = withGraphTracking {
      first.$title.onChange { _ in calls.record("first") }
      last.$title.onChange { _ in calls.record("last") }
      last.$subtitle.onChange { _ in calls.record("subtitle") }
    }
    _ = calls.drain()
    let report = database.explain {
      _ = try? scene.articles.query.where { $0.views == last.views }
        .update { $0.set(\.title, to: "changed") }
    }
    #expect(calls.elements == ["last"])
    #expect(report.wakes(only: last.$title))
    subscription.cancel()
  }

  @Test func `conditions and values may use other tables, and a limit and an order count`() throws {
    let expected = try scene.ids(
      """
      SELECT a.id FROM articles a JOIN writers w ON w.id = writer_id WHERE w.age > 25
      ORDER BY views DESC, a.id LIMIT 5
      """
    )
    let count = try scene.articles.query.where { $0.writer.age > 25 }
      .order { $0.views.descending }.limit(5)
      .update {
        $0.set(\.subtitle, to: $0.writer.name.optional)
        $0.set(\.views, to: $0.remarks.count)
      }
    #expect(count == 5)
    #expect(
      try Set(
        scene.ids(
          """
          SELECT a.id FROM articles a JOIN writers w ON w.id = writer_id
          WHERE subtitle = w.name AND views = (SELECT count(*) FROM remarks WHERE article_id = a.id)
          """
        )
      ).isSuperset(of: expected)
    )
  }

  @Test func `a sub-select reads no row that the statement has changed`() throws {
    // Of each remark, the number of its replies that have the text. SQLite changes the rows in the
    // order of their rowids, so it changes a reply before the remark to which it refers.
    try database.execute(
      """
      UPDATE remarks SET text = 'x', reply_id = (
        SELECT later.id FROM remarks later WHERE later.rowid > remarks.rowid ORDER BY rowid LIMIT 1)
      """
    )
    let expected = try database.rows(
      "SELECT (SELECT count(*) FROM remarks c WHERE c.reply_id = r.id) FROM remarks r ORDER BY id"
    )
    try scene.remarks.query.update {
      $0.set(\.text, to: QueryValue($0.replies.count(where: { $0.text == "x" }).expression))
    }
    #expect(expected.contains { Int(value: $0[0]) == 1 })
    #expect(
      try scene.remarks.query.fetch().map { Int($0.text) }
        == expected.map { Int(value: $0[0]) }
    )
  }

  @Test func `an update or deletion with a limit changes that many rows`() throws {
    let expected = try scene.ids("SELECT id FROM articles ORDER BY views, id LIMIT 3")
    let query = scene.articles.query.order { $0.views.ascending }.limit(3)
    #expect(try query.update { $0.set(\.subtitle, to: "first") } == 3)
    #expect(try Set(scene.ids("SELECT id FROM articles WHERE subtitle = 'first'")) == Set(expected))
    #expect(try query.delete() == 3)
    #expect(try scene.articles.query.fetchCount() == 57)
  }

  @Test func `references are set to entities of the same database only`() throws {
    let writer = try #require(try scene.writers.query.fetchFirst())
    try scene.articles.query.where { $0.views < 20 }.update {
      $0.set(\.writer, to: writer)
      $0.set(\.reader, to: nil)
    }
    let changed = try scene.articles.query.where { $0.views < 20 }.fetch()
    #expect(!changed.isEmpty && changed.allSatisfy { $0.writer === writer && $0.reader == nil })
    let other = try QueryScene(articleCount: 1)
    let stranger = try #require(try other.writers.query.fetchFirst())
    let error = #expect(throws: DatabaseError.self) {
      try scene.articles.query.update { $0.set(\.writer, to: stranger) }
    }
    #expect(error?.code == .misuse)
  }

  @Test func `inside a write, objects have the new values at once, and a rollback undoes them`()
    throws
  {
    let article = try #require(try scene.articles.query.fetchFirst())
    let views = article.views
    struct Undone: Error {}
    #expect(throws: Undone.self) {
      try database.write {
        article.title = "pending"
        let count = try scene.articles.query.where { $0.title == "pending" }
          .update { $0.set(\.views, to: $0.views + 100) }
        #expect(count == 1)
        #expect(article.views == views + 100)
        try scene.articles.query.delete()
        #expect(scene.articles.get(by: article.typedID) == nil)
        throw Undone()
      }
    }
    #expect(article.views == views && !article.isDeleted)
    #expect(try scene.articles.query.fetchCount() == 60)
  }

  @Test func `a failed update changes nothing`() throws {
    let article = try #require(try scene.articles.query.fetchFirst())
    let title = article.title
    // The last row violates NOT NULL.
    try database.execute(
      "UPDATE articles SET views = CASE id WHEN (SELECT max(id) FROM articles) THEN 49 ELSE 1 END"
    )
    let error = #expect(throws: DatabaseError.self) {
      try scene.articles.query.update {
        $0.set(\.title, to: "changed")
        $0.set(\.views, to: QueryValue(($0.views / ($0.views - 49)).expression))
      }
    }
    #expect(error?.code == .constraint)
    #expect(article.title == title)
  }

  @Test func `rows are deleted with one statement`() throws {
    let articles = try scene.articles.query.fetch()
    let live = scene.articles.query.live
    #expect(live.wrappedValue.count == 60)
    let remarks = try scene.remarks.query.fetchCount()
    let before = database.statementCounter.writeCount
    let count = try scene.articles.query.where { $0.views > 25 }.delete()
    #expect(database.statementCounter.writeCount == before + 1)
    #expect(count == articles.count(where: \.isDeleted))
    #expect(count > 10 && live.wrappedValue.count == 60 - count)
    #expect(try scene.remarks.query.fetchCount() < remarks)
  }

  @Test func `a deletion takes conditions over other tables, a limit and an order`() throws {
    let expected = try scene.ids(
      """
      SELECT a.id FROM articles a JOIN writers w ON w.id = writer_id
      WHERE w.name LIKE 'Writer%' ORDER BY title DESC, a.id LIMIT 4 OFFSET 1
      """
    )
    let query = scene.articles.query.where { $0.writer.name.like("Writer%") }
    let deleted = try query.order { $0.title.descending }.offset(1).limit(4)
      .select { ($0.id, $0.title) }.delete()
    #expect(Set(deleted.map(\.0.raw)) == Set(expected))
    #expect(try scene.articles.query.fetchCount() == 56)
    #expect(try query.where { $0.remarks.isEmpty }.delete() > 0)
    #expect(try query.where { $0.remarks.isEmpty }.fetchCount() == 0)
  }

  @Test func `changed values are returned`() throws {
    let before = try scene.articles.query.where { $0.views > 40 }.select { ($0.id, $0.views) }
      .fetch()
    let changed = try scene.articles.query.where { $0.views > 40 }
      .select { ($0.id, $0.views, $0.title.lowercased()) }
      .update {
        $0.set(\.views, to: $0.views + 1)
        $0.set(\.title, to: "NEW")
      }
    #expect(before.count > 2)
    #expect(
      Dictionary(uniqueKeysWithValues: changed.map { ($0.0, $0.1) })
        == Dictionary(uniqueKeysWithValues: before.map { ($0.0, $0.1 + 1) })
    )
    #expect(changed.allSatisfy { $0.2 == "new" })
    let error = #expect(throws: DatabaseError.self) {
      try scene.articles.query.select { ($0.id, $0.writer.name) }.delete()
    }
    #expect(error?.code == .misuse)
    let distinct = #expect(throws: DatabaseError.self) {
      try scene.articles.query.select { $0.isDraft }.distinct().update {
        $0.set(\.isDraft, to: true)
      }
    }
    #expect(distinct?.code == .misuse)
    let mismatch = #expect(throws: DatabaseError.self) {
      try scene.articles.query.select { ($0.id, QueryValue<Double>($0.rating.expression)) }
        .delete()
    }
    #expect(mismatch?.code == .typeMismatch)
    #expect(try scene.articles.query.fetchCount() == 60)
  }

  @Test func `rows with a key of several columns are changed and deleted`() throws {
    let lines = try EntityStore<Place>(placesDatabase())
    #expect(try lines.query.where { $0.number == 1 }.limit(1).delete() == 1)
    #expect(try lines.query.update { $0.set(\.name, to: $0.name + "!") } == 1)
    #expect(try lines.query.limit(1).update { $0.set(\.name, to: $0.name + "!") } == 1)
    #expect(try lines.query.fetch().map(\.name) == ["b!!"])
  }

  private func placesDatabase() throws -> Database {
    let database = try Database(path: ":memory:")
    try database.execute(
      "CREATE TABLE places (row INTEGER, number INTEGER, name TEXT NOT NULL, "
        + "PRIMARY KEY (row, number)) WITHOUT ROWID"
    )
    try database.execute("INSERT INTO places VALUES (1, 1, 'a'), (1, 2, 'b')")
    return database
  }

  @Test func `a store in memory is changed in the same way`() throws {
    let store = EntityStore<Person>()
    for index in 0..<6 {
      store.add(Person(id: "p\(index)", name: "n\(index)", nickname: nil, isMember: index < 3))
    }
    let changed = try store.query.where { $0.isMember }.order { $0.name.descending }.limit(2)
      .select { ($0.id, $0.nickname) }
      .update {
        $0.set(\.nickname, to: ($0.name + "!").optional)
        $0.set(\.isMember, to: false)
      }
    #expect(Set(changed.map(\.1)) == ["n1!", "n2!"])
    #expect(try store.query.where { $0.isMember }.fetch().ids == ["p0"])
    #expect(try store.query.where { $0.nickname.isNull }.delete() == 4)
    #expect(try store.query.select { $0.name }.delete().count == 2)
    #expect(store.isEmpty)
  }
}

@Entity(id: CompositeKey<Int, Int>.self, table: "places", key: "row", "number")
private final class Place {
  @GraphStored var row: Int
  @GraphStored var number: Int
  @GraphStored var name: String
}
