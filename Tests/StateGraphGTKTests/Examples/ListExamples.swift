#if GTK
import StateGraph
import StateGraphGTK
import StateGraphPersistence
import StateGraphSessions

// The code of the articles "Lists" and "Forms".

@Entity(id: Int.self)
final class ShelfBook {
  @GraphStored var title: String
  @GraphStored var year: Int
  @GraphStored var isRead: Bool = false
}

struct Song: Identifiable, Sendable {
  let id: Int
  let title: String
}

struct Shelf: View {
  let books: EntityStore<ShelfBook>
  let selection: Binding<ShelfBook.TypedID?>

  var body: some View {
    List(books.query.order { $0.title.ascending }, selection: selection) { book in
      HStack {
        Text(book.title)
        Spacer()
        Text("\(book.year)").foregroundColor(.secondary)
      }
    }
    .emptyContent { Text("No books") }
    .onActivate { book in book.isRead.toggle() }
    .contextMenu { book in
      [MenuItem(book.isRead ? "Mark as Unread" : "Mark as Read") { book.isRead.toggle() }]
    }
  }
}

@Entity(id: Int.self)
final class StoredLetter {
  @GraphStored @Column(.searchable) var text: String
}

struct SearchedLetters: View {
  let letters: EntityStore<StoredLetter>
  let words: Binding<String>

  private var found: Query<StoredLetter> {
    let words = words.wrappedValue
    return words.isEmpty ? letters.query : letters.query.search(words, matchesPrefix: true)
  }

  var body: some View {
    VStack {
      SearchField("Search Letters", text: words).keyboardShortcut("f")
      List(found) { letter in Text(letter.text) }
        .emptyContent { Text("Nothing found") }
    }
  }
}

struct Decades: View {
  let books: EntityStore<ShelfBook>

  var body: some View {
    List(books.query.order { $0.year.ascending }) { book in Text(book.title) }
      .sections(by: { book in book.year / 10 * 10 }) { decade in
        Text("\(decade)s").font(.headline)
      }
  }
}

struct Queue: View {
  let songs: Stored<[Song]>

  var body: some View {
    List(songs.wrappedValue) { song in Text(song.title) }
      .onMove { from, to in
        let song = songs.wrappedValue.remove(at: from)
        songs.wrappedValue.insert(song, at: to)
      }
  }
}

struct ShelfTable: View {
  enum Column: Hashable { case title, year }

  let books: EntityStore<ShelfBook>
  let selection: Binding<ShelfBook.TypedID?>
  let sort: Binding<TableSort<Column>?>

  private var query: Query<ShelfBook> {
    let sort = sort.wrappedValue ?? TableSort(by: .title)
    return books.query.order { book in
      switch sort.key {
      case .title: sort.isDescending ? book.title.descending : book.title.ascending
      case .year: sort.isDescending ? book.year.descending : book.year.ascending
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
      ]
    )
  }
}

struct Archive: View {
  let books: EntityStore<ShelfBook>
  var body: some View {
    List(windowed: books.query.order { $0.title.ascending }) { book in Text(book.title) }
  }
}

struct ShelfBookForm: View {
  let book: ShelfBook
  let undoLog: UndoLog

  var body: some View {
    VStack {
      TextField(
        "Title",
        text: book.bound(\.title, undo: "Rename Book", in: undoLog) { title in
          if title.isEmpty { throw FieldRefusal("A book needs a title.") }
        }
      )
      TextField("Year", value: book.bound(\.year), refusing: "A year is a number.")
    }
  }
}

#endif
