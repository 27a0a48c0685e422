#if GTK
import GTKTestSupport
import StateGraphGTK
import StateGraphPersistence
import StateGraphSessions
import Testing

@Entity(id: Int.self)
final class ListedBook {
  @GraphStored var title: String
  @GraphStored var year: Int
}

/// A database with books, for the tests of lists.
@MainActor
struct ListedBooks {
  let database: Database
  let store: EntityStore<ListedBook>

  /// Creates books with the titles `0001`, `0002`, ….
  init(_ count: Int) throws {
    database = try Database.temporary()
    try database.createTables(for: ListedBook.self)
    store = try EntityStore<ListedBook>(database)
    let store = store
    try database.write {
      for number in 0..<count {
        try store.insert(ListedBook(id: number, title: Self.title(number), year: 2_000 - number))
      }
    }
  }

  var byTitle: Query<ListedBook> { store.query.order { $0.title.ascending } }

  static func title(_ number: Int) -> String {
    String(repeating: "0", count: max(0, 4 - "\(number)".count)) + "\(number)"
  }

  func book(_ number: Int) throws -> ListedBook { try #require(store.get(by: .init(number))) }

  /// Reverses the titles of all books, so that their order differs.
  func reverseTitles() throws {
    let all = try byTitle.fetch()
    try database.write { for book in all { book.title = String(book.title.reversed()) } }
  }

  func remove(_ number: Int) throws { _ = try store.remove(.init(number)) }
}

/// The view of a book in a list.
struct ListedBookRow: View {
  let book: ListedBook
  var body: some View { Text(book.title) }
}

extension TestWindow {
  /// Waits until the list shows these texts, one for each row.
  func untilRows(_ texts: [String]) async { await until { self.list?.texts == texts } }
}

#endif
