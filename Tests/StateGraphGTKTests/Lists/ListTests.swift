#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import StateGraphPersistence
import StateGraphSessions
import Testing

private struct Numbers: View {
  let query: Stored<Query<ListedBook>>
  var body: some View { List(query.wrappedValue) { Text($0.title) } }
}

private struct Counter: View {
  let book: ListedBook
  @State private var presses = 0
  var body: some View {
    HStack {
      Text("\(book.title): \(presses)")
      Button("Press \(book.title)") { presses += 1 }
    }
  }
}

/// A row without a state, whose body is a view with a state.
private struct CountedBook: View {
  let book: ListedBook
  var body: some View { Counter(book: book) }
}

private struct Ages: View {
  let year: Stored<Int>
  let query: Query<ListedBook>
  var body: some View {
    let now = year.wrappedValue
    List(query) { Text("\(now - $0.year)") }
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct ListTests {
  @Test func `a list shows the rows of a query in order`() async throws {
    let books = try ListedBooks(3)
    let window = TestWindow {
      List(books.store.query.order { $0.year.ascending }) { Text($0.title) }
    }
    await window.untilRows(["0002", "0001", "0000"])
  }

  @Test func `rows are inserted, removed and moved by a commit on another thread`() async throws {
    let books = try ListedBooks(3)
    let window = TestWindow { List(books.byTitle) { Text($0.title) } }
    await window.untilRows(["0000", "0001", "0002"])
    let (store, database) = (books.store, books.database)
    try await Task.detached {
      try database.write {
        try store.insert(ListedBook(id: 7, title: "0001a", year: 1))
        store.get(by: .init(0))?.title = "9"
        _ = try store.remove(.init(2))
      }
    }.value
    await window.untilRows(["0001", "0001a", "9"])
  }

  @Test func `renaming a shown book sets one label and runs no query`() async throws {
    let books = try ListedBooks(1_000)
    let window = TestWindow { List(books.byTitle) { ListedBookRow(book: $0) } }
    await window.until { window.list?.texts.first == "0000" }
    await window.waitForFrames(3)
    let book = try books.book(3)
    let before = WidgetHandle.propertyChanges
    let reads = books.database.statementCounts.reads
    await Task.detached { book.title = "0003 or so" }.value
    await window.until { window.list?.texts[3] == "0003 or so" }
    await MainLoop.waitUntilIdle()
    #expect(WidgetHandle.propertyChanges - before == 1)
    #expect(books.database.statementCounts.reads == reads)
  }

  @Test func `a row that moves keeps its widget if it stays among the shown ones`() async throws {
    let books = try ListedBooks(3)
    let window = TestWindow { List(books.byTitle) { Text($0.title) } }
    await window.untilRows(["0000", "0001", "0002"])
    try books.book(1).title = "0003"
    await window.untilRows(["0000", "0002", "0003"])
  }

  @Test func `an insertion at the top evaluates the new row only`() async throws {
    let books = try ListedBooks(300)
    var shown: [String] = []
    let window = TestWindow {
      List(books.byTitle) { book in
        shown.append(book.title)
        return ListedBookRow(book: book)
      }
    }
    await window.until { window.list?.count == 300 }
    await window.waitForFrames(2)
    #expect(shown.count > 100)
    shown = []
    try books.store.insert(ListedBook(id: -1, title: "", year: 0))
    await window.until { window.list?.count == 301 }
    await window.waitForFrames(2)
    #expect(shown == [""])
    #expect(window.list?.texts.prefix(2) == ["", ListedBooks.title(0)])
  }

  @Test func `a row does not get the state of another row`() async throws {
    let books = try ListedBooks(3)
    let window = TestWindow { List(books.byTitle) { Counter(book: $0) } }
    await window.until { window.list?.count == 3 && window.find("Press 0000") != nil }
    window.press("Press 0000")
    await window.until { window.list?.texts.first?.hasPrefix("0000: 1") == true }
    try books.remove(0)
    await window.until { window.list?.count == 2 }
    #expect(window.list?.texts.map { $0.prefix(7) } == ["0001: 0", "0002: 0"])
  }

  @Test func `a row that gets another element shows the widgets of its new state`() async throws {
    let books = try ListedBooks(3)
    let window = TestWindow { List(books.byTitle) { CountedBook(book: $0) } }
    await window.until { window.list?.count == 3 && window.find("Press 0000") != nil }
    window.press("Press 0000")
    await window.until { window.list?.texts.first?.hasPrefix("0000: 1") == true }
    try books.remove(0)
    await window.until { window.list?.count == 2 }
    #expect(window.list?.texts.map { $0.prefix(7) } == ["0001: 0", "0002: 0"])
  }

  @Test func `another query replaces the rows`() async throws {
    let books = try ListedBooks(5)
    let query = Stored(wrappedValue: books.byTitle)
    let window = TestWindow { Numbers(query: query) }
    await window.untilRows(["0000", "0001", "0002", "0003", "0004"])
    query.wrappedValue = books.byTitle.where { $0.year < 1_999 }
    await window.untilRows(["0002", "0003", "0004"])
    try books.remove(3)
    await window.untilRows(["0002", "0004"])
  }

  @Test func `an equal query keeps the rows and reads nothing`() async throws {
    let books = try ListedBooks(5)
    let query = Stored(wrappedValue: books.byTitle)
    let window = TestWindow { Numbers(query: query) }
    await window.until { window.list?.texts.count == 5 }
    let counts = books.database.statementCounts
    query.wrappedValue = books.byTitle
    await MainLoop.waitUntilIdle()
    #expect(books.database.statementCounts == counts)
    #expect(window.list?.texts.count == 5)
  }

  @Test func `a new closure shows the same rows anew`() async throws {
    let books = try ListedBooks(3)
    let year = Stored(wrappedValue: 2_000)
    let window = TestWindow { Ages(year: year, query: books.byTitle) }
    await window.untilRows(["0", "1", "2"])
    year.wrappedValue = 2_010
    await window.untilRows(["10", "11", "12"])
  }

  @Test func `the rows of a removed list are not followed`() async throws {
    let books = try ListedBooks(3)
    let isShown = Stored(wrappedValue: true)
    let window = TestWindow {
      Shown(isShown: isShown, query: books.byTitle)
    }
    await window.untilRows(["0000", "0001", "0002"])
    isShown.wrappedValue = false
    await window.until { window.list == nil }
    try books.book(1).title = "changed"
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["none"])
    #expect(TestList.rowObjectCount == 0)
  }

  @Test func `a list of 100,000 rows has at most 300 row objects`() async throws {
    let items = (0..<100_000).map { ListedNumber(id: $0) }
    let window = TestWindow { List(items) { Text("\($0.id)") } }
    await window.waitForFrames(3)
    let list = try #require(window.list)
    #expect(list.count == 100_000)
    for position in [0, 99_999, 50_000, 3, 75_000] {
      list.scroll(to: position)
      await window.until { list.texts.contains("\(position)") }
      await window.waitForFrames(3)
      #expect(TestList.rowObjectCount <= 300)
    }
  }
}

private struct Shown: View {
  let isShown: Stored<Bool>
  let query: Query<ListedBook>
  var body: some View {
    if isShown.wrappedValue { List(query) { Text($0.title) } } else { Text("none") }
  }
}

struct ListedNumber: Identifiable, Sendable {
  let id: Int
}

#endif
