import StateGraphCore
import StateGraphPersistence
import StateGraphSessions
import TestSupport
import Testing

@Entity(id: Int.self)
final class WindowBook {
  @GraphStored var title: String
  @GraphStored var pages: Int
}

@Entity(id: String.self)
final class WindowTag {
  @GraphStored var rank: Int
}

@Suite struct WindowedRowsTests {
  private let database: Database
  private let books: EntityStore<WindowBook>
  private let tags: EntityStore<WindowTag>

  init() throws {
    database = try Database.temporary()
    try database.createTables(for: WindowBook.self, WindowTag.self)
    books = try EntityStore<WindowBook>(database)
    tags = try EntityStore<WindowTag>(database)
  }

  private func insertBooks(_ count: Int) throws {
    try database.write {
      for number in 0..<count {
        let title = String(String("00000\(number)".reversed()).prefix(5).reversed())
        try books.insert(WindowBook(id: number, title: title, pages: number % 7))
      }
    }
  }

  private var byTitle: Query<WindowBook> { books.query.order { $0.title.ascending } }

  @Test func `the rows are those of the query, in its order`() throws {
    try insertBooks(300)
    let query = books.query.where { $0.pages > 2 }.order { $0.pages.descending }
    let rows = query.makeWindow().makeRows().wrappedValue
    let expected = try query.fetch()
    #expect(rows.count == expected.count)
    for position in expected.indices { #expect(rows.element(at: position) === expected[position]) }
  }

  @Test func `rows whose key is no rowid are found`() throws {
    try database.write {
      for rank in 0..<200 { try tags.insert(WindowTag(id: "tag \(rank)", rank: 200 - rank)) }
    }
    let rows = tags.query.order { $0.rank.ascending }.makeWindow().makeRows().wrappedValue
    #expect(rows.element(at: 0)?.id == "tag 199")
    let tag = try #require(tags.get(by: "tag 60"))
    #expect(rows.position(of: tag, near: 0) == 139)
    #expect(rows.position(of: tag, near: 139) == 139)
  }

  @Test func `only the pages of the rows that were asked for are loaded`() throws {
    try insertBooks(10_000)
    let node = byTitle.makeWindow().makeRows()
    let rows = node.wrappedValue
    let before = database.statementCounts.reads
    _ = rows.element(at: 5_000)
    let onePage = database.statementCounts.reads - before
    for position in 4_992..<5_056 { _ = rows.element(at: position) }
    #expect(database.statementCounts.reads - before == onePage)
    _ = rows.element(at: 5_056)
    #expect(database.statementCounts.reads - before == 2 * onePage)
  }

  @Test func `a reading of a window has loaded the rows that the list used last`() throws {
    try insertBooks(10_000)
    let read = byTitle.makeWindow().makeReading().rows
    let first = read()
    var reads = database.statementCounts.reads
    for position in 0..<256 { #expect(first.element(at: position)?.id == .init(position)) }
    #expect(database.statementCounts.reads == reads)
    for position in 5_000..<5_200 { _ = first.element(at: position) }
    try books.insert(WindowBook(id: 20_000, title: "", pages: 1))
    // The rows of this reading do not reach the list before the next one.
    _ = read()
    try books.insert(WindowBook(id: 20_001, title: "049999", pages: 1))
    let last = read()
    reads = database.statementCounts.reads
    #expect(last.element(at: 5_001)?.id == 20_001)
    for position in 5_002..<5_202 { #expect(last.element(at: position)?.id == .init(position - 2)) }
    #expect(database.statementCounts.reads == reads)
  }

  @Test func `a commit that does not concern the order reads nothing`() throws {
    try insertBooks(100)
    let node = byTitle.makeWindow().makeRows()
    _ = node.wrappedValue
    try #require(books.get(by: 5)).pages = 100
    let reads = database.statementCounts.reads
    _ = node.wrappedValue
    #expect(database.statementCounts.reads == reads)
    try #require(books.get(by: 5)).title = "9"
    _ = node.wrappedValue
    #expect(database.statementCounts.reads > reads)
  }

  @Test func `an insertion at the top is one step`() throws {
    try insertBooks(1_000)
    let node = byTitle.makeWindow().makeRows()
    let old = node.wrappedValue
    try books.insert(WindowBook(id: 5_000, title: "", pages: 1))
    let new = node.wrappedValue
    #expect(new.steps(from: old) == ListSteps(removals: [], insertions: [0]))
    #expect(new.element(at: 0)?.id == 5_000)
  }

  @Test func `removals that are far from each other are two steps, and read nothing`() throws {
    try insertBooks(10_000)
    let node = byTitle.makeWindow().makeRows()
    let old = node.wrappedValue
    let reads = database.statementCounts.reads
    try database.write { for id in [10, 9_000] { _ = try books.remove(.init(id)) } }
    let new = node.wrappedValue
    #expect(new.steps(from: old) == ListSteps(removals: [10, 9_000], insertions: []))
    #expect(database.statementCounts.reads == reads)
  }

  @Test func `an insertion at the top reads no loaded row again`() throws {
    try insertBooks(1_000)
    let node = byTitle.makeWindow().makeRows()
    let old = node.wrappedValue
    let loaded = (0..<200).map { old.element(at: $0) }
    try books.insert(WindowBook(id: 5_000, title: "", pages: 1))
    let new = node.wrappedValue
    // Its page has the new row.
    _ = new.element(at: 0)
    let reads = database.statementCounts.reads
    for position in 1...100 { #expect(new.element(at: position) === loaded[position - 1]) }
    #expect(database.statementCounts.reads == reads)
  }

  @Test func `steps between rows that do not follow each other are computed`() throws {
    try insertBooks(100)
    let node = byTitle.makeWindow().makeRows()
    let old = node.wrappedValue
    _ = try books.remove(3)
    _ = node.wrappedValue
    try #require(books.get(by: 50)).title = "99999"
    #expect(node.wrappedValue.steps(from: old) == ListSteps(removals: [3, 50], insertions: [98]))
  }

  @Test func `the rows are those of the query while other threads write`() async throws {
    try insertBooks(500)
    let query = byTitle
    let window = query.makeWindow().makeRows()
    let (books, database) = (books, database)
    let seed = TestSeed.current
    let writers = (0..<2).map { number in
      Task.detached {
        var random = SeededRandom(seed: seed &+ UInt64(number))
        for _ in 0..<150 {
          try database.write {
            let id = Int.random(in: 0..<700, using: &random)
            let title = "\(Int.random(in: 10_000..<99_999, using: &random))"
            if let book = books.get(by: .init(id)) {
              if Bool.random(using: &random) {
                book.title = title
              } else {
                _ = try books.remove(.init(id))
              }
            } else {
              try books.insert(WindowBook(id: id, title: title, pages: 1))
            }
          }
        }
      }
    }
    for _ in 0..<200 {
      let rows = window.wrappedValue
      #expect(Set(rows.ids).count == rows.count, "seed \(seed)")
      await Task.yield()
    }
    for writer in writers { try await writer.value }
    let rows = window.wrappedValue
    let expected = try query.fetch().map { Int64($0.id.raw) }
    #expect(Array(rows.ids) == expected, "seed \(seed)")
  }

  @Test func `inside a write the rows are those of the transaction, and later the committed ones`()
    throws
  {
    try insertBooks(50)
    let window = byTitle.makeWindow().makeRows()
    #expect(window.wrappedValue.count == 50)
    struct Undone: Error {}
    #expect(throws: Undone.self) {
      try database.write {
        try books.insert(WindowBook(id: 900, title: "", pages: 1))
        #expect(window.wrappedValue.count == 51)
        throw Undone()
      }
    }
    #expect(window.wrappedValue.count == 50)
    try books.insert(WindowBook(id: 901, title: "", pages: 1))
    #expect(window.wrappedValue.ids.first == 901)
  }

  @Test func `another order of all rows is a replacement`() throws {
    try insertBooks(3_000)
    let node = byTitle.makeWindow().makeRows()
    let old = node.wrappedValue
    try database.execute("UPDATE window_books SET title = printf('%05d', 9999 - id)")
    #expect(node.wrappedValue.steps(from: old) == nil)
  }

  @Test func `a row that was deleted after the rows were read is nil`() throws {
    try insertBooks(100)
    let rows = byTitle.makeWindow().makeRows().wrappedValue
    _ = try books.remove(70)
    #expect(rows.element(at: 70) == nil)
    #expect(rows.element(at: 71)?.id == 71)
  }

  @Test func `a table without rowids has no rows in a window`() throws {
    let other = try Database.temporary()
    try other.execute(
      "CREATE TABLE window_tags (id TEXT PRIMARY KEY NOT NULL, rank INTEGER NOT NULL) WITHOUT ROWID"
    )
    let tags = try EntityStore<WindowTag>(other)
    try tags.insert(WindowTag(id: "a", rank: 1))
    #expect(tags.query.makeWindow().makeRows().wrappedValue.count == 0)
  }

  @Test func `the rows equal those of the query after random commits`() throws {
    var random = SeededRandom(seed: TestSeed.current)
    try insertBooks(200)
    let node = books.query.where { $0.pages < 5 }.order { $0.title.ascending }
    let window = node.makeWindow().makeRows()
    var old = window.wrappedValue
    for _ in 0..<300 {
      try database.write {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let id = Int.random(in: 0..<300, using: &random)
          let title = "\(Int.random(in: 10_000..<99_999, using: &random))"
          if let book = books.get(by: .init(id)) {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: _ = try books.remove(.init(id))
            case 1: book.title = title
            default: book.pages = Int.random(in: 0..<8, using: &random)
            }
          } else {
            try books.insert(WindowBook(id: id, title: title, pages: id % 7))
          }
        }
      }
      let new = window.wrappedValue
      let expected = try node.fetch().map(\.id)
      try #require(
        (0..<new.count).map { new.element(at: $0)?.id } == expected,
        "seed \(TestSeed.current)"
      )
      var mirror = (0..<old.count).map { old.ids[$0] }
      let steps = try #require(new.steps(from: old), "seed \(TestSeed.current)")
      for offset in steps.removals.reversed() { mirror.remove(at: offset) }
      for offset in steps.insertions { mirror.insert(new.ids[offset], at: offset) }
      try #require(mirror == Array(new.ids), "seed \(TestSeed.current)")
      old = new
    }
  }
}
