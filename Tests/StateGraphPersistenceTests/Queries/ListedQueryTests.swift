import StateGraphNormalization
import StateGraphPersistence
import TestSupport
import Testing

@Entity(id: Int.self)
final class ComparedNote {
  @GraphStored var text: String
}

@Suite struct ListedQueryTests {
  private let notes: EntityStore<ComparedNote>

  init() throws {
    let database = try Database.temporary()
    try database.createTables(for: ComparedNote.self)
    notes = try EntityStore<ComparedNote>(database)
  }

  private func query(_ text: String, limit: Int? = nil) -> Query<ComparedNote> {
    let query = notes.query.where { $0.text == text }.order { $0.text.descending }
    return limit.map(query.limit) ?? query
  }

  private func isSame(_ one: Query<ComparedNote>, _ other: Query<ComparedNote>) -> Bool {
    ListedQuery(one).isSame(as: ListedQuery(other))
  }

  @Test func `queries are the same if they read the same rows in the same order`() {
    #expect(isSame(query("a"), query("a")))
    #expect(isSame(query("a", limit: 3), query("a", limit: 3)))
    #expect(isSame(notes.query.search("a"), notes.query.search("a")))
  }

  @Test func `queries with another condition, order, limit or search differ`() {
    #expect(!isSame(query("a"), query("b")))
    #expect(!isSame(query("a"), query("a", limit: 3)))
    #expect(!isSame(query("a"), query("a").order { $0.id.descending }))
    #expect(!isSame(notes.query.search("a"), notes.query.search("b")))
  }

  @Test func `queries of several stores of one table are the same`() throws {
    let database = try Database.temporary()
    try database.createTables(for: ComparedNote.self)
    let (one, other) = (
      try EntityStore<ComparedNote>(database), try EntityStore<ComparedNote>(database)
    )
    #expect(isSame(one.query, other.query))
    #expect(!isSame(one.query, notes.query))
    #expect(!isSame(EntityStore<ComparedNote>().query, EntityStore<ComparedNote>().query))
  }
}
