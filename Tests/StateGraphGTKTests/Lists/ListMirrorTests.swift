#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import StateGraphPersistence
import StateGraphSessions
import TestSupport
import Testing

/// Random commits, and what GTK hears of them.
@MainActor
@Suite(.windows, .timeLimit(.minutes(20)))
struct ListMirrorTests {
  @Test func `four mirrors of items-changed equal the model after 10,000 differences`() async throws
  {
    var lists: [MirroredList] = []
    defer { for list in lists { list.end() } }
    for seed in TestSeed.seeds(3, includesCurrent: true) {
      lists.append(try await MirroredList(seed: seed))
    }
    // Most of a round is the wait for a frame, for which four windows wait together.
    for round in 0..<(isSanitizerOn ? 100 : 2_500) {
      for list in lists { try list.change() }
      await MainLoop.waitUntilIdle()
      for list in lists { try list.check(round) }
      if round % 100 == 0 {
        for list in lists { try await list.checkTexts(round) }
      }
    }
  }

  @Test func `a move of a row is one removal and one insertion`() async throws {
    let books = try ListedBooks(500)
    let window = TestWindow { List(books.byTitle) { ListedBookRow(book: $0) } }
    await window.until { window.list?.count == 500 }
    let mirror = ListMirror(of: try #require(window.list))
    defer { mirror.end() }
    try books.book(400).title = "0010b"
    await MainLoop.waitUntilIdle()
    #expect(mirror.signalCount == 2)
    #expect(mirror.changedRowCount == 2)
    #expect(mirror.difference == nil)
  }

  @Test func `another order of all rows is two signals`() async throws {
    let books = try ListedBooks(500)
    let window = TestWindow { List(books.byTitle) { ListedBookRow(book: $0) } }
    await window.until { window.list?.count == 500 }
    let mirror = ListMirror(of: try #require(window.list))
    defer { mirror.end() }
    try books.reverseTitles()
    // Another thread reads so many rows.
    await window.until { mirror.signalCount >= 2 }
    await MainLoop.waitUntilIdle()
    #expect(mirror.signalCount == 2)
    #expect(mirror.changedRowCount == 1_000)
    #expect(mirror.difference == nil)
  }
}

/// A window with a list, whose signals a mirror follows while random commits change its rows.
@MainActor
private final class MirroredList {
  private let seed: UInt64
  private var random: SeededRandom
  private let books: ListedBooks
  private let window: TestWindow
  private let list: TestList
  private let mirror: ListMirror

  init(seed: UInt64) async throws {
    let books = try ListedBooks(30)
    let window = TestWindow { List(books.byTitle) { ListedBookRow(book: $0) } }
    await window.until { window.list?.count == 30 }
    let list = try #require(window.list)
    (self.seed, self.books, self.window, self.list) = (seed, books, window, list)
    random = SeededRandom(seed: seed)
    mirror = ListMirror(of: list)
  }

  /// Makes random changes in one transaction.
  func change() throws {
    let store = books.store
    let all = try books.byTitle.fetch()
    var removed: Set<ListedBook.TypedID> = []
    try books.database.write {
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let title = ListedBooks.title(.random(in: 0..<1_000, using: &random))
        let book = all.randomElement(using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where all.count > 10:
          if let book, removed.insert(book.id).inserted { _ = try store.remove(book.id) }
        case 1, 2:
          if let book, !removed.contains(book.id) { book.title = title }
        default:
          if all.count < 60 {
            let id = Int.random(in: 0..<Int.max, using: &random)
            try store.insert(ListedBook(id: id, title: title, year: 0))
          }
        }
      }
      // Now and then, more than half of the rows differ, so that all are replaced.
      if Int.random(in: 0..<100, using: &random) == 0 {
        for book in all where !removed.contains(book.id) {
          book.title = String(book.title.reversed())
        }
      }
    }
  }

  /// Compares the mirror and the number of rows with a fresh query.
  func check(_ round: Int) throws {
    try #require(mirror.difference == nil, "seed \(seed), round \(round)")
    let count = try books.byTitle.fetch().count
    try #require(list.count == count, "seed \(seed), round \(round)")
  }

  /// Compares the drawn rows with a fresh query.
  func checkTexts(_ round: Int) async throws {
    await window.waitForFrames(2)
    // GTK creates widgets for all rows of a short list.
    let titles = try books.byTitle.fetch().map(\.title)
    try #require(list.texts == titles, "seed \(seed), round \(round)")
  }

  func end() {
    print("\(mirror.signalCount) signals, \(mirror.changedRowCount) changed rows, seed \(seed)")
    mirror.end()
  }
}

#endif
