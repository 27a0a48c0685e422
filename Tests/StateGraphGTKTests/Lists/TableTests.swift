#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import StateGraphPersistence
import StateGraphSessions
import Testing

private enum Key: Hashable { case title, year }

private struct Sorted: View {
  let books: EntityStore<ListedBook>
  let sort: Binding<TableSort<Key>?>
  let selection: Binding<ListedBook.TypedID?>

  private var query: Query<ListedBook> {
    let sort = sort.wrappedValue
    return books.query.order { book in
      switch (sort?.key, sort?.isDescending) {
      case (.year, true): book.year.descending
      case (.year, _): book.year.ascending
      case (_, true): book.title.descending
      default: book.title.ascending
      }
    }
  }

  var body: some View {
    Table(
      query,
      selection: selection,
      sort: sort,
      columns: [
        TableColumn("Title", sort: .title) { Text($0.title) },
        TableColumn("Year", sort: .year, width: 80) { Text("\($0.year)") },
        TableColumn("Both", width: 120) { Text("\($0.title)/\($0.year)") },
      ]
    )
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct TableTests {
  private let books: ListedBooks
  private let sort = Stored<TableSort<Key>?>(wrappedValue: nil)
  private let selection = Stored<ListedBook.TypedID?>(wrappedValue: nil)

  init() throws { books = try ListedBooks(3) }

  private func open() async -> TestWindow {
    let window = TestWindow {
      Sorted(books: books.store, sort: sort.binding, selection: selection.binding)
    }
    await window.untilRows([
      "0000 2000 0000/2000", "0001 1999 0001/1999", "0002 1998 0002/1998",
    ])
    await window.waitForFrames(2)
    return window
  }

  @Test func `a table shows a cell for each row and column`() async throws {
    let window = await open()
    #expect(window.texts.prefix(3) == ["Title", "Year", "Both"])
    try books.book(1).year = 7
    await window.untilRows(["0000 2000 0000/2000", "0001 7 0001/7", "0002 1998 0002/1998"])
  }

  @Test func `a click on a header asks for another order`() async throws {
    let window = await open()
    try await window.click(try #require(window.label("Year")))
    #expect(sort.wrappedValue == TableSort(by: .year))
    await window.until { window.list?.texts.first == "0002 1998 0002/1998" }
    // The next click must not be the second half of a double click.
    await window.waitForFrames(40)
    try await window.click(try #require(window.label("Year")))
    #expect(sort.wrappedValue == TableSort(by: .year, isDescending: true))
    await window.until { window.list?.texts.first == "0000 2000 0000/2000" }
    await window.waitForFrames(2)
    try await window.click(try #require(window.label("Both")))
    #expect(sort.wrappedValue == TableSort(by: .year, isDescending: true))
  }

  @Test func `the header shows the order of the state`() async throws {
    let window = await open()
    #expect(window.sortedHeaders == [])
    sort.wrappedValue = TableSort(by: .title, isDescending: true)
    await window.until { window.list?.texts.first == "0002 1998 0002/1998" }
    #expect(window.sortedHeaders == ["Title"])
    sort.wrappedValue = nil
    await MainLoop.waitUntilIdle()
    #expect(window.sortedHeaders == [])
  }

  @Test func `the selection of a table survives another order`() async throws {
    let window = await open()
    window.list?.select(2)
    #expect(selection.wrappedValue == .init(2))
    sort.wrappedValue = TableSort(by: .year)
    await window.until { window.list?.selectedRows == [0] }
    #expect(selection.wrappedValue == .init(2))
  }
}

#endif
