import StateGraph
import StateGraphCore
import StateGraphPersistence
import StateGraphPresentation
import StateGraphSessions
import TestSupport
import Testing

@Entity(id: Int.self)
private final class ListReadingBook {
  @GraphStored var title: String
}

/// When a list of all rows reads them on another thread.
@Suite struct ListReadingTests {
  private let database: Database
  private let books: EntityStore<ListReadingBook>

  init() throws {
    database = try Database.temporary()
    try database.createTables(for: ListReadingBook.self)
    books = try EntityStore(database)
  }

  private func insert(_ ids: Range<Int>) throws {
    try database.write {
      for id in ids { try books.insert(ListReadingBook(id: id, title: "\(1_000_000 + id)")) }
    }
  }

  /// Calls `body` with the functions of a list that has read its rows, and follows them.
  private func following(
    _ body: (ListReading<LiveCollection<ListReadingBook>>) throws -> Void
  ) throws {
    let reading = books.query.order { $0.title.ascending }.makeReading()
    _ = reading.rows()
    try body(reading)
  }

  @Test func `a few changed rows of a large result are read at once`() throws {
    try insert(0..<5_000)
    try following { reading in
      #expect(reading.rowsAtOnce()?.count == 5_000)
      try insert(5_000..<5_150)
      #expect(reading.rowsAtOnce()?.count == 5_150)
    }
  }

  @Test func `many changed rows are not read at once`() throws {
    try insert(0..<5_000)
    try following { reading in
      try insert(5_000..<6_100)
      #expect(reading.rowsAtOnce() == nil)
      #expect(reading.rows().count == 6_100)
      #expect(reading.rowsAtOnce()?.count == 6_100)
      try database.execute("UPDATE list_reading_books SET title = 2000000 - id")
      #expect(reading.rowsAtOnce() == nil)
      #expect(reading.rows().first?.id == .init(6_099))
      #expect(reading.rowsAtOnce()?.first?.id == .init(6_099))
    }
  }

  @Test func `a small result is read at once, even if all of it has changed`() throws {
    try insert(0..<80)
    try following { reading in
      try database.execute("UPDATE list_reading_books SET title = 2000000 - id")
      #expect(reading.rowsAtOnce()?.first?.id == .init(79))
      try database.execute("DELETE FROM list_reading_books WHERE id >= 10")
      #expect(reading.rowsAtOnce()?.count == 10)
    }
  }

  @Test func `a small result that grows by many rows is not read at once`() throws {
    try following { reading in
      try insert(0..<20)
      #expect(reading.rowsAtOnce()?.count == 20)
      try insert(20..<500)
      try insert(500..<2_000)
      #expect(reading.rowsAtOnce() == nil)
      #expect(reading.rows().count == 2_000)
    }
  }

  @Test func `a result with unknown changes is not read at once`() throws {
    try insert(0..<10)
    try following { reading in
      try database.execute("ALTER TABLE list_reading_books ADD COLUMN pages INTEGER")
      #expect(reading.rowsAtOnce() == nil)
      #expect(reading.rows().count == 10)
      #expect(reading.rowsAtOnce()?.count == 10)
    }
  }

  @Test func `a store in memory is read at once`() {
    let store = EntityStore<ListReadingBook>()
    for id in 0..<2_000 { store.add(ListReadingBook(id: id, title: "")) }
    #expect(store.query.makeReading().rowsAtOnce()?.count == 2_000)
  }
}
