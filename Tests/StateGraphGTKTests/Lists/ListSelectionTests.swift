#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import StateGraphPersistence
import StateGraphSessions
import Testing

private typealias BookID = ListedBook.TypedID

private struct OneOf: View {
  let query: Query<ListedBook>
  let selection: Binding<BookID?>
  var body: some View { List(query, selection: selection) { ListedBookRow(book: $0) } }
}

private struct ManyOf: View {
  let query: Query<ListedBook>
  let selection: Binding<Set<BookID>>
  var body: some View { List(query, selection: selection) { ListedBookRow(book: $0) } }
}

@MainActor
@Suite(.windows, .windowTime)
struct ListSelectionTests {
  @Test func `a click selects the row by its identifier`() async throws {
    let books = try ListedBooks(3)
    let selection = Stored<BookID?>(wrappedValue: nil)
    let window = TestWindow { OneOf(query: books.byTitle, selection: selection.binding) }
    await window.untilRows(["0000", "0001", "0002"])
    window.list?.select(1)
    #expect(selection.wrappedValue == .init(1))
    await window.until { window.list?.selectedRows == [1] }
    window.list?.select(2)
    #expect(selection.wrappedValue == .init(2))
    await window.until { window.list?.selectedRows == [2] }
    window.list?.deselect(2)
    #expect(selection.wrappedValue == nil)
    await window.until { window.list?.selectedRows == [] }
  }

  @Test func `the state selects rows`() async throws {
    let books = try ListedBooks(3)
    let selection = Stored<BookID?>(wrappedValue: .init(2))
    let window = TestWindow { OneOf(query: books.byTitle, selection: selection.binding) }
    await window.untilRows(["0000", "0001", "0002"])
    #expect(window.list?.selectedRows == [2])
    selection.wrappedValue = .init(0)
    await window.until { window.list?.selectedRows == [0] }
    selection.wrappedValue = .init(77)
    await window.until { window.list?.selectedRows == [] }
  }

  @Test func `a selection that the state refuses is not shown`() async throws {
    let books = try ListedBooks(3)
    let binding = Binding<BookID?>(get: { .init(0) }, set: { _ in })
    let window = TestWindow { OneOf(query: books.byTitle, selection: binding) }
    await window.untilRows(["0000", "0001", "0002"])
    window.list?.select(1)
    await MainLoop.waitUntilIdle()
    #expect(window.list?.selectedRows == [0])
  }

  @Test func `the selection survives moves and the replacement of all rows`() async throws {
    let books = try ListedBooks(40)
    let selection = Stored<BookID?>(wrappedValue: .init(1))
    let window = TestWindow { OneOf(query: books.byTitle, selection: selection.binding) }
    await window.until { window.list?.selectedRows == [1] }
    try books.book(1).title = "0020b"
    await window.until { window.list?.selectedRows == [20] }
    try books.reverseTitles()
    let position = try #require(try books.byTitle.fetch().firstIndex { $0.id == .init(1) })
    await window.until { window.list?.selectedRows == [position] }
    #expect(selection.wrappedValue == .init(1))
  }

  @Test func `the selection of a deleted row stays in the state`() async throws {
    let books = try ListedBooks(3)
    let selection = Stored<BookID?>(wrappedValue: .init(1))
    let window = TestWindow { OneOf(query: books.byTitle, selection: selection.binding) }
    await window.until { window.list?.selectedRows == [1] }
    try books.remove(1)
    await window.until { window.list?.count == 2 }
    #expect(window.list?.selectedRows == [])
    #expect(selection.wrappedValue == .init(1))
    try books.store.insert(ListedBook(id: 1, title: "0001", year: 3))
    await window.until { window.list?.selectedRows == [1] }
  }

  @Test func `several rows are selected, and all`() async throws {
    let books = try ListedBooks(4)
    let selection = Stored<Set<BookID>>(wrappedValue: [])
    let window = TestWindow { ManyOf(query: books.byTitle, selection: selection.binding) }
    await window.untilRows(["0000", "0001", "0002", "0003"])
    window.list?.select(1)
    window.list?.select(3, keepsOthers: true)
    #expect(selection.wrappedValue == [.init(1), .init(3)])
    await window.until { window.list?.selectedRows == [1, 3] }
    window.list?.deselect(1)
    #expect(selection.wrappedValue == [.init(3)])
    window.list?.selectAll()
    #expect(selection.wrappedValue == [.init(0), .init(1), .init(2), .init(3)])
    await window.until { window.list?.selectedRows == [0, 1, 2, 3] }
    window.list?.select(2)
    #expect(selection.wrappedValue == [.init(2)])
    await window.until { window.list?.selectedRows == [2] }
  }

  @Test func `a row outside the list stays selected when others are added`() async throws {
    let books = try ListedBooks(3)
    let selection = Stored<Set<BookID>>(wrappedValue: [.init(77)])
    let window = TestWindow { ManyOf(query: books.byTitle, selection: selection.binding) }
    await window.untilRows(["0000", "0001", "0002"])
    window.list?.select(0, keepsOthers: true)
    #expect(selection.wrappedValue == [.init(0), .init(77)])
  }

  @Test func `a list without a selection selects nothing`() async throws {
    let books = try ListedBooks(3)
    let window = TestWindow { List(books.byTitle) { Text($0.title) } }
    await window.untilRows(["0000", "0001", "0002"])
    window.list?.select(1)
    await MainLoop.waitUntilIdle()
    #expect(window.list?.selectedRows == [])
  }

  @Test func `a double click activates the row`() async throws {
    let books = try ListedBooks(3)
    var activated: [String] = []
    let window = TestWindow {
      List(books.byTitle) { Text($0.title) }.onActivate { activated.append($0.title) }
    }
    await window.untilRows(["0000", "0001", "0002"])
    window.list?.activate(2)
    #expect(activated == ["0002"])
  }
}

#endif
