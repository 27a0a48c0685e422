#if GTK
import Foundation
import GTKTestSupport
import StateGraph
import StateGraphGTK
import StateGraphPersistence
import StateGraphSessions
import Testing

private enum Key: Hashable { case title, year }

private struct BookRow: View {
  let book: ListedBook
  var body: some View {
    HStack {
      VStack(alignment: .leading, spacing: 2) {
        Text(book.title).font(.headline)
        Text("by an author of the year").font(.caption).foregroundColor(.secondary)
      }
      Spacer()
      Text("\(book.year)").foregroundColor(.secondary)
    }
  }
}

/// Writes pictures of lists to the folder `STATEGRAPH_PICTURES`, so that a developer can look at
/// them.
@MainActor
@Suite(
  .windows,
  .enabled(if: ProcessInfo.processInfo.environment["STATEGRAPH_PICTURES"] != nil),
  .windowTime
)
struct ListPictures {
  private func save(_ window: TestWindow, _ name: String) async {
    let folder = ProcessInfo.processInfo.environment["STATEGRAPH_PICTURES"] ?? "."
    await window.waitForFrames(15)
    for isDark in [false, true] {
      TestLoop.setDark(isDark)
      await window.waitForFrames(15)
      #expect(window.savePicture(to: "\(folder)/\(name)-\(isDark ? "dark" : "light").png"))
    }
    TestLoop.setDark(false)
    window.close()
  }

  private func books() throws -> ListedBooks {
    let books = try ListedBooks(0)
    try books.database.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99999)
      INSERT INTO listed_books (id, title, year)
      SELECT i, printf('The history of the town, part %05d', i), 1800 + i % 220 FROM n
      """
    )
    return books
  }

  @Test func `a list with a selection`() async throws {
    let books = try books()
    let selection = Stored<ListedBook.TypedID?>(wrappedValue: .init(3))
    let window = TestWindow {
      List(books.byTitle, selection: selection.binding) { BookRow(book: $0) }
    }
    await window.until { window.list?.count == 100_000 }
    await save(window, "list")
  }

  @Test func `a plain list`() async throws {
    let books = try books()
    let window = TestWindow { List(books.byTitle) { Text($0.title) } }
    await window.until { window.list?.count == 100_000 }
    await save(window, "plain")
  }

  @Test func `a table`() async throws {
    let books = try books()
    let sort = Stored<TableSort<Key>?>(wrappedValue: TableSort(by: .title))
    let selection = Stored<ListedBook.TypedID?>(wrappedValue: .init(3))
    let window = TestWindow {
      VStack {
        TextField("Search books", text: .init(get: { "" }, set: { _ in }))
        Table(
          books.byTitle,
          selection: selection.binding,
          sort: sort.binding,
          columns: [
            TableColumn("Title", sort: Key.title) { Text($0.title) },
            TableColumn("Year", sort: .year, width: 80) { Text("\($0.year)") },
          ]
        )
      }
    }
    await window.until { window.list?.count == 100_000 }
    await save(window, "table")
  }

  @Test func `empty and loading`() async throws {
    let books = try ListedBooks(0)
    let empty = TestWindow {
      List(books.byTitle) { Text($0.title) }.emptyContent {
        VStack {
          Text("No Books").font(.title2)
          Text("Books that you add appear here.").foregroundColor(.secondary)
        }
      }
    }
    await empty.until { empty.label("No Books") != nil }
    await save(empty, "empty")
    let gate = Gate()
    let loading = TestWindow {
      List(SlowSource(gate: gate, isReadInBackground: false)) { Text("\($0.id)") }
    }
    await loading.waitForFrames(40)
    await save(loading, "loading")
    gate.open()
  }

  @Test func `a form`() async throws {
    let books = try ListedBooks(1)
    let book = try books.book(0)
    let window = TestWindow {
      VStack {
        TextField(
          "Title",
          text: book.bound(\.title) {
            if $0.isEmpty { throw FieldRefusal("A book needs a title.") }
          }
        )
        TextField("Year", value: book.bound(\.year), refusing: "A year is a number.")
      }
      .padding()
    }
    window.find("Title")?.type("")
    window.find("Year")?.type("last year")
    await window.until { window.label("A book needs a title.") != nil }
    await window.until { window.label("A year is a number.") != nil }
    book.year = 7
    await window.until { window.label("Changed elsewhere to “7”") != nil }
    await save(window, "form")
  }
}

#endif
