import StateGraphGTK
import StateGraphSessions

/// The selected book, beside the table.
struct BookPane: View {
  let shelves: Shelves
  let id: Int
  let newTag: String
  let send: @MainActor (Shelf.Event) -> Void

  var body: some View {
    if let book = shelves.book(id) {
      VStack(alignment: .leading, spacing: 12) {
        BookHead(book: book)
        HStack {
          Button("Edit…") { send(.edit(Draft(book))) }.keyboardShortcut("e")
          Button("Delete Book", icon: "user-trash-symbolic") { send(.remove(id)) }
        }
        Text("Note").font(.headline)
        TextField("Note", text: book.bound(\.note, undo: "Change Note", in: shelves.undoLog))
        Text("Tags").font(.headline)
        TagList(book: book, send: send)
        HStack {
          TextField("New Tag", text: Binding(get: { newTag }, set: { send(.typeTag($0)) }))
          Button("Add Tag") { send(.addTag) }.disabled(newTag.trimmed.isEmpty)
        }
      }
      .padding()
    } else {
      Text("This book was deleted.").foregroundColor(.secondary).padding()
    }
  }
}

private struct BookHead: View {
  let book: Book

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      Text(book.title).font(.title2)
      Text("\(book.author.name), \(book.year)").foregroundColor(.secondary)
    }
  }
}

/// The tags of a book in their order, which the user changes by dragging, or by Alt and an arrow.
private struct TagList: View {
  let book: Book
  let send: @MainActor (Shelf.Event) -> Void

  var body: some View {
    List(book.tags) { tag in
      HStack {
        Text(tag.name)
        Spacer()
        Button("Remove \(tag.name)", icon: "list-remove-symbolic") {
          send(.removeTag(tag.typedID.raw))
        }
      }
    }
    .onMove { from, to in send(.moveTag(from: from, to: to)) }
    .emptyContent { Text("No tags").foregroundColor(.secondary) }
  }
}
