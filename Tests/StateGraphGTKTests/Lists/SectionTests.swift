#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import StateGraphPersistence
import StateGraphSessions
import Testing

private struct DecadeList: View {
  let query: Query<ListedBook>
  var selection = Stored<ListedBook.TypedID?>(wrappedValue: nil)
  var isWindowed = false

  var body: some View {
    if isWindowed {
      List(windowed: query) { Text($0.title) }
        .sections(by: { $0.year / 10 * 10 }) { Text("\($0)s") }
    } else {
      List(query, selection: selection.binding) { Text($0.title) }
        .sections(by: { $0.year / 10 * 10 }) { Text("\($0)s") }
    }
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct SectionTests {
  /// Books of the years 2000, 1999, …, in this order.
  private let books: ListedBooks

  init() throws { books = try ListedBooks(13) }

  private var byYear: Query<ListedBook> { books.store.query.order { $0.year.descending } }

  @Test(arguments: [false, true])
  func `the first row of each section has a header`(isWindowed: Bool) async throws {
    let window = TestWindow { DecadeList(query: byYear, isWindowed: isWindowed) }
    await window.until { window.list?.count == 13 }
    let texts = try #require(window.list?.texts)
    #expect(texts[...2] == ["2000s 0000", "1990s 0001", "0002"])
    #expect(texts[10...] == ["0010", "1980s 0011", "0012"])
  }

  @Test func `headers follow inserted, removed and changed rows`() async throws {
    let window = TestWindow { DecadeList(query: byYear) }
    await window.until { window.list?.count == 13 }
    try books.remove(1)
    await window.until { window.list?.texts[1] == "1990s 0002" }
    try books.store.insert(ListedBook(id: 50, title: "new", year: 1_999))
    await window.until { window.list?.texts[1...2] == ["1990s new", "0002"] }
    // The row stays where it is, and gets into another section.
    try books.book(0).year = 2_010
    await window.until { window.list?.texts[0] == "2010s 0000" }
    // The row below stays in its section, whose first row becomes another one.
    try books.book(50).year = 2_005
    await window.until {
      window.list?.texts[...2] == ["2010s 0000", "2000s new", "1990s 0002"]
    }
  }

  @Test func `only the keys of shown rows are read`() async throws {
    let books = try ListedBooks(5_000)
    let reads = Stored(wrappedValue: 0)
    let window = TestWindow {
      List(books.store.query.order { $0.year.descending }) { Text($0.title) }
        .sections(by: { book -> Int in
          withoutGraphTracking { reads.wrappedValue += 1 }
          return book.year / 10
        }) { Text("\($0)0s") }
    }
    await window.until { window.list?.count == 5_000 }
    await window.waitForFrames(3)
    #expect(reads.wrappedValue < 1_500)
  }

  @Test func `a click on a row selects it, and a click on a header does not`() async throws {
    let selection = Stored<ListedBook.TypedID?>(wrappedValue: nil)
    let window = TestWindow { DecadeList(query: byYear, selection: selection) }
    await window.until { window.list?.count == 13 }
    await window.waitForFrames(3)
    try await window.click(try #require(window.label("1990s")))
    #expect(selection.wrappedValue == nil)
    try await window.click(try #require(window.label("0001")))
    #expect(selection.wrappedValue == .init(1))
    try await window.key("Down")
    await window.until { selection.wrappedValue == .init(2) }
  }
}

#endif
