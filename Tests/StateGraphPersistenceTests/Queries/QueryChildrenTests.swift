import Logging
import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Conditions, orders and selections over the rows of to-many relationships.
@Suite struct QueryChildrenTests {
  let database: Database
  let stores: AnthologyStores
  var anthologies: Query<Anthology> { stores.anthologies.query }

  /// The tables check no foreign keys, so a link may refer to no row.
  init() throws {
    var configuration = Database.Configuration()
    configuration.logger.logLevel = .critical
    database = try Database(path: ":memory:", configuration: configuration)
    for sql: SQL in [
      "CREATE TABLE anthologies (id TEXT PRIMARY KEY NOT NULL, slug TEXT UNIQUE, name TEXT NOT NULL)",
      """
      CREATE TABLE poems (id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL, number INTEGER,
        weight REAL, anthology_id TEXT, motif_place INTEGER, motif_word TEXT)
      """,
      """
      CREATE TABLE motifs (place INTEGER NOT NULL, word TEXT NOT NULL, note TEXT NOT NULL,
        PRIMARY KEY (place, word))
      """,
      """
      CREATE TABLE inclusions (id INTEGER PRIMARY KEY, anthology_id TEXT NOT NULL,
        poem_id TEXT NOT NULL, place INTEGER)
      """,
      """
      CREATE TABLE mentions (anthology_id TEXT NOT NULL, poem_id TEXT NOT NULL,
        PRIMARY KEY (anthology_id, poem_id))
      """,
      "INSERT INTO anthologies (id, name) VALUES ('a', 'x'), ('b', 'y'), ('c', 'z')",
      """
      INSERT INTO poems (id, title, number, weight, anthology_id) VALUES
        ('p', 's', 5, 0.1, 'a'), ('q', 't', 7, 0.2, 'a'), ('r', 'u', NULL, 0.3, 'b'),
        ('s', 'v', 1, NULL, 'b')
      """,
      """
      INSERT INTO inclusions (anthology_id, poem_id) VALUES
        ('a', 'p'), ('a', 'q'), ('a', 'p'), ('b', 'q'), ('z', 'p'), ('c', 'missing')
      """,
    ] { try database.execute(sql) }
    stores = try AnthologyStores(database)
  }

  /// The keys that the query finds, which are also those of its live result.
  private func keys(_ query: Query<Anthology>) throws -> [String] {
    let found = try query.fetch().map(\.typedID.raw)
    #expect(query.live.wrappedValue.map(\.typedID.raw) == found)
    return found
  }

  // MARK: Many to many

  @Test func `a many-to-many relationship counts linked rows, once for each link`() throws {
    #expect(try keys(anthologies.where { $0.selected.count == 3 }) == ["a"])
    #expect(try keys(anthologies.where { $0.selected.exists }) == ["a", "b"])
    #expect(try keys(anthologies.order { $0.selected.count.ascending }) == ["c", "b", "a"])
    for anthology in try anthologies.fetch() {
      let count = try anthologies.where { $0 == anthology }.select { $0.selected.count }.fetch()
      #expect(count == [anthology.selected.count])
    }
  }

  @Test func `a link without the linked row counts for nothing`() throws {
    #expect(try keys(anthologies.where { $0.selected.isEmpty }) == ["c"])
    #expect(try keys(anthologies.where { $0.selected.count != 0 }) == ["a", "b"])
    try database.execute("INSERT INTO poems (id, title) VALUES ('missing', '')")
    #expect(try keys(anthologies.where { $0.selected.isEmpty }) == [])
  }

  @Test func `a condition on linked rows reads their columns and references`() throws {
    #expect(try keys(anthologies.where { $0.selected.exists { $0.title == "t" } }) == ["a", "b"])
    #expect(try keys(anthologies.where { $0.selected.count { $0.title == "s" } == 2 }) == ["a"])
    let named = anthologies.where { $0.selected.exists { $0.anthology.name == "x" } }
    #expect(try keys(named) == ["a", "b"])
    let nested = anthologies.where {
      $0.selected.exists { $0.anthology.selected.count > 2 && $0.title == "t" }
    }
    #expect(try keys(nested) == ["a", "b"])
  }

  @Test func `a live count follows links, linked rows and owners`() throws {
    let live = anthologies.where { $0.selected.count { $0.title == "m" } > 0 }.live
    let told = Recorder<[String]>()
    let subscription = withGraphTracking {
      live.onChange { told.record($0.map(\.typedID.raw)) }
    }
    _ = told.drain()
    try database.execute("UPDATE poems SET title = 'm' WHERE id = 'p'")
    try database.execute("INSERT INTO inclusions (anthology_id, poem_id) VALUES ('c', 'p')")
    try database.execute("UPDATE inclusions SET place = 7")
    try database.execute("DELETE FROM inclusions WHERE anthology_id = 'a'")
    try database.execute("UPDATE inclusions SET poem_id = 'p' WHERE anthology_id = 'b'")
    try database.execute("DELETE FROM poems WHERE id = 'p'")
    #expect(told.drain() == [["a"], ["a", "c"], ["c"], ["b", "c"], []])
    subscription.cancel()
  }

  @Test func `a change of one link reads only the affected rows`() throws {
    let live = anthologies.where { $0.selected.count { $0.title == "s" } > 1 }.live
    #expect(live.wrappedValue.map(\.typedID.raw) == ["a"])
    let reads = DatabaseGraph.of(database).reads
    let before = (reads.count(.first), reads.count(.lost))
    try database.execute("INSERT INTO inclusions (anthology_id, poem_id) VALUES ('b', 'p')")
    #expect(live.wrappedValue.map(\.typedID.raw) == ["a"])
    try database.execute("INSERT INTO inclusions (anthology_id, poem_id) VALUES ('b', 'p')")
    #expect(live.wrappedValue.map(\.typedID.raw) == ["a", "b"])
    #expect(reads.count(.first) == before.0 && reads.count(.lost) == before.1)
  }

  @Test func `both references of a link to one type are distinguished`() throws {
    let people = try Followers()
    #expect(try people.names { $0.following.count == 2 } == ["ada"])
    #expect(try people.names { $0.followers.count == 2 } == ["cem"])
    #expect(try people.names { $0.followers.exists { $0.name == "bob" } } == ["cem"])
  }

  // MARK: Aggregates

  @Test func `sums, averages and extremes of related rows equal SQL's`() throws {
    let rows = try anthologies.select {
      (
        $0.poems.sum { $0.number }, $0.poems.average { $0.number },
        $0.poems.min { $0.weight }, $0.poems.max { $0.title }
      )
    }.fetch()
    #expect(rows.map { $0.0 } == [12, 1, nil])
    #expect(rows.map { $0.1 } == [6, 1, nil])
    #expect(rows.map { $0.2 } == [0.1, 0.3, nil])
    #expect(rows.map { $0.3 } == ["t", "v", nil])
    #expect(try anthologies.select { $0.selected.sum { $0.number } }.fetch() == [17, 7, nil])
  }

  @Test func `a sum of related reals is rounded once`() throws {
    try database.execute("UPDATE poems SET weight = 1e16 WHERE id = 'p'")
    try database.execute("UPDATE poems SET weight = 1, anthology_id = 'a' WHERE id = 'q'")
    try database.execute("UPDATE poems SET weight = -1e16, anthology_id = 'a' WHERE id = 'r'")
    #expect(try anthologies.select { $0.poems.sum { $0.weight } }.fetch() == [1, nil, nil])
    #expect(try keys(anthologies.where { $0.poems.sum { $0.weight } == 1 }) == ["a"])
  }

  @Test func `an aggregate is a value in conditions, orders and calculations`() throws {
    #expect(try keys(anthologies.where { $0.poems.max { $0.number } > 5 }) == ["a"])
    #expect(try keys(anthologies.where { $0.poems.sum { $0.number } == nil }) == ["c"])
    let few = anthologies.where { $0.poems.sum { $0.number }.ifNull(0) * 2 < 10 }
    #expect(try keys(few) == ["b", "c"])
    let heavy = anthologies.order { $0.poems.average { $0.weight }.descending }
    #expect(try keys(heavy) == ["b", "a", "c"])
    let other = anthologies.where { $0.poems.where { $0.title != "t" }.sum { $0.number } == 5 }
    #expect(try keys(other) == ["a"])
    let neither = anthologies.where {
      $0.poems.where { $0.title != "s" }.where { $0.title != "t" }.isEmpty
    }
    #expect(try keys(neither) == ["a", "c"])
  }

  @Test func `a sum beyond 64 bits fails, and its parts may exceed them`() throws {
    try database.execute("UPDATE poems SET number = \(Int64.max) WHERE id = 'p'")
    let sums = anthologies.select { $0.poems.sum { $0.number } }
    let error = #expect(throws: DatabaseError.self) { try sums.fetch() }
    #expect(error?.code == .tooBig)
    try database.execute("UPDATE poems SET number = -7, anthology_id = 'a' WHERE id > 'q'")
    #expect(try sums.fetch() == [.max - 7, nil, nil])
  }

  @Test func `a live condition on a sum follows the changed rows`() throws {
    let heavy = anthologies.where { $0.poems.sum { $0.number } > 6 }.live
    func found() -> [String] { heavy.wrappedValue.map(\.typedID.raw) }
    #expect(found() == ["a"])
    try database.execute("UPDATE poems SET number = 9 WHERE id = 's'")
    #expect(found() == ["a", "b"])
    try database.execute("DELETE FROM poems WHERE id = 'q'")
    #expect(found() == ["b"])
    try database.execute("UPDATE poems SET anthology_id = 'c' WHERE id = 's'")
    #expect(found() == ["c"])
    let before = database.statementCounts
    try database.execute("UPDATE poems SET title = 'other'")
    #expect(found() == ["c"])
    #expect((database.statementCounts - before).reads == 0)
  }

  @Test func `inside a write and a nested write that is undone, a sum is that of the write`() throws
  {
    let heavy = anthologies.where { $0.poems.sum { $0.number } > 6 }.live
    func found() -> [String] { heavy.wrappedValue.map(\.typedID.raw) }
    try database.write {
      stores.poems.get(by: "s")?.number = 9
      #expect(found() == ["a", "b"])
      try? database.write {
        stores.poems.get(by: "p")?.number = -5
        #expect(found() == ["b"])
        throw Stop()
      }
      #expect(found() == ["a", "b"])
    }
    #expect(found() == ["a", "b"])
  }

  @Test func `a store in memory aggregates related entities`() throws {
    let store = EntityStore<Anthology>()
    let first = Anthology(id: "a", slug: nil, name: "x")
    first.poems = [
      Poem(id: "p", title: "s", number: .max, weight: 0.1),
      Poem(id: "q", title: "t", number: -3, weight: 0.2),
    ]
    first.selected = [first.poems[0], first.poems[1], first.poems[0]]
    store.add([first, Anthology(id: "b", slug: nil, name: "y")])
    let rows = try store.query.select {
      (
        $0.poems.sum { $0.number }, $0.poems.min { $0.weight }, $0.poems.max { $0.title },
        $0.selected.count { $0.title == "s" }
      )
    }.fetch()
    #expect(rows.map { $0.0 } == [.max - 3, nil])
    #expect(rows.map { $0.1 } == [0.1, nil])
    #expect(rows.map { $0.2 } == ["t", nil])
    #expect(rows.map { $0.3 } == [2, 0])
    #expect(try store.query.where { $0.selected.count == 3 }.fetchCount() == 1)
  }
}

/// A graph of people who follow each other.
private struct Followers {
  let store: EntityStore<Follower>

  init() throws {
    let database = try Database.inMemory()
    try database.createTables(for: Follower.self, Following.self)
    store = try EntityStore(database)
    _ = try EntityStore<Following>(database)
    let people = ["ada", "bob", "cem"].map { Follower(id: .init($0), name: $0) }
    store.add(people)
    people[0].following = [people[1], people[2]]
    people[1].following = [people[2]]
  }

  func names(_ condition: (QueryRow<Follower>) -> QueryCondition) throws -> [String] {
    try store.query.where(condition).fetch().map(\.name)
  }
}

@Entity(id: String.self)
final class Follower {
  @GraphStored var name: String
  @GraphComputed(through: \Following.source, \Following.target) var following: [Follower]
  @GraphComputed(through: \Following.target, \Following.source) var followers: [Follower]
}

@Entity(id: Int.self, keys: .database)
final class Following {
  @GraphStored var source: Follower
  @GraphStored var target: Follower
}
