import StateGraphGTK
import StateGraphSessions

/// The books that the search finds, in the order of the state.
struct BookTable: View {
  let shelves: Shelves
  let state: Shelf.Listing
  let send: @MainActor (Shelf.Event) -> Void

  var body: some View {
    Table(
      windowed: query,
      selection: Binding(
        get: { state.selected.map { Book.TypedID($0) } },
        set: { send(.select($0?.raw)) }
      ),
      sort: Binding(get: { state.sort }, set: { send(.sort($0)) }),
      columns: [
        TableColumn("Title", sort: .title) { Text($0.title).lineLimit(1) },
        TableColumn("Author", sort: .author, width: 190) { Text($0.author.name).lineLimit(1) },
        TableColumn("Year", sort: .year, width: 80) { Text("\($0.year)") },
      ]
    )
    .onActivate { book in send(.edit(Draft(book))) }
    .contextMenu { book in
      [
        MenuItem("Edit…") { send(.edit(Draft(book))) },
        MenuItem("Delete") { send(.remove(book.typedID.raw)) },
      ]
    }
    .emptyContent {
      VStack {
        Text("No Books Found").font(.title2)
        Text("Search for other words, or add a book.").foregroundColor(.secondary)
      }
    }
  }

  private var query: Query<Book> {
    let all = shelves.books.query
    let found = state.words.trimmed.isEmpty ? all : all.search(state.words, matchesPrefix: true)
    guard let sort = state.sort else { return found }
    return found.order { book in
      switch sort.key {
      case .title: sort.isDescending ? book.title.descending : book.title.ascending
      case .author: sort.isDescending ? book.author.name.descending : book.author.name.ascending
      case .year: sort.isDescending ? book.year.descending : book.year.ascending
      }
    }
  }
}
