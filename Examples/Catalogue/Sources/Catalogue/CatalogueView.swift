import StateGraphGTK
import StateGraphSessions

/// Everything in the window.
struct CatalogueView: View {
  let library: Library
  let state: Shelf.State
  let send: @MainActor (Shelf.Event) -> Void

  var body: some View {
    VStack(spacing: 0) {
      if let notice = state.notice { NoticeBar(text: notice) { send(.tell(nil)) } }
      TroubleBar(trouble: library.trouble)
      switch state.page {
      case .books: BooksPage(shelves: library.shelves, state: state, send: send)
      case .statistics: StatisticsPage(counts: library.yearCounts)
      }
      StatusLine(library: library, words: state.page == .books ? state.words : "")
    }
    .titleBar {
      UndoButtons(library: library, tell: { send(.tell($0)) })
      Button("New Book", icon: "list-add-symbolic") {
        send(.edit(Draft(new: library.shelves.unusedID())))
      }
      .keyboardShortcut("n")
      Button("Import…") { send(.showImport(true)) }.keyboardShortcut("i")
    } trailing: {
      SearchField("Search Titles", text: binding(\.words, Shelf.Event.search))
        .keyboardShortcut("f")
        .frame(width: 220)
      Picker("Page", selection: binding(\.page, Shelf.Event.show)) {
        Text("Books").tag(Shelf.Page.books)
        Text("Statistics").tag(Shelf.Page.statistics)
      }
      Picker("Appearance", selection: binding(\.appearance, Shelf.Event.appear)) {
        Text("Automatic").tag(ColorScheme?.none)
        Text("Light").tag(ColorScheme?.some(.light))
        Text("Dark").tag(ColorScheme?.some(.dark))
      }
    }
    .sheet(
      state.draft?.isNew == true ? "New Book" : "Edit Book",
      isPresented: Binding(get: { state.draft != nil }, set: { if !$0 { send(.cancel) } }),
      width: 420,
      height: 340
    ) {
      if let draft = state.draft {
        BookForm(draft: draft, trouble: library.trouble.wrappedValue, send: send)
      }
    }
    .sheet(
      "Import Books",
      isPresented: binding(\.isImportShown, Shelf.Event.showImport),
      width: 460,
      height: 340
    ) {
      ImportSheet(importing: library.importing, progress: library.progress) {
        send(.showImport(false))
      }
    }
    .onOpenLink { link in
      guard let route = CatalogueRoute(link) else {
        return send(.tell("There is no such place in the catalogue: \(link)"))
      }
      for event in route.events(in: library.shelves) { send(event) }
    }
    .preferredColorScheme(state.appearance)
  }

  /// A part of the state, which an event changes.
  private func binding<Value>(
    _ part: KeyPath<Shelf.State, Value>,
    _ event: @escaping (Value) -> Shelf.Event
  ) -> Binding<Value> {
    Binding(get: { state[keyPath: part] }, set: { send(event($0)) })
  }
}

/// The table of the books, and the selected book beside it.
private struct BooksPage: View {
  let shelves: Shelves
  let state: Shelf.State
  let send: @MainActor (Shelf.Event) -> Void

  var body: some View {
    HStack(alignment: .top, spacing: 0) {
      BookTable(shelves: shelves, state: state.listing, send: send)
        .evaluated(onChangeOf: state.listing)
      if let id = state.selected {
        BookPane(shelves: shelves, id: id, newTag: state.newTag, send: send).frame(width: 320)
      }
    }
  }
}

/// The buttons that take writes back. Their names say what they do.
private struct UndoButtons: View {
  let library: Library
  let tell: @MainActor (String?) -> Void

  var body: some View {
    let log = library.shelves.undoLog
    Button(log.undoName.map { "Undo \($0)" } ?? "Undo", icon: "edit-undo-symbolic") {
      tell(library.undo())
    }
    .keyboardShortcut("z")
    .disabled(!log.canUndo)
    Button(log.redoName.map { "Redo \($0)" } ?? "Redo", icon: "edit-redo-symbolic") {
      tell(library.redo())
    }
    .keyboardShortcut("z", modifiers: [.control, .shift])
    .disabled(!log.canRedo)
  }
}

/// A sentence above the books, which the user can close.
private struct NoticeBar: View {
  let text: String
  let close: @MainActor () -> Void

  var body: some View {
    HStack {
      Text(text).foregroundColor(.orange)
      Spacer()
      Button("Close Message", icon: "window-close-symbolic", action: close)
    }
    .padding(6)
  }
}

/// Why nothing could be written, until the next event of the user.
private struct TroubleBar: View {
  let trouble: Stored<String?>

  var body: some View {
    if let text = trouble.wrappedValue { NoticeBar(text: text) { trouble.wrappedValue = nil } }
  }
}

/// How many books there are, and what is going on.
private struct StatusLine: View {
  let library: Library
  let words: String

  var body: some View {
    HStack {
      Text(text).font(.caption).foregroundColor(.secondary)
      Spacer()
    }
    .padding(6)
  }

  private var text: String {
    let stocking = library.stocking.state
    if let problem = stocking.problem { return "The shelves could not be filled: \(problem)" }
    if stocking.phase == .filling {
      return "Filling the shelves: \(library.made.wrappedValue) books"
    }
    let query = library.shelves.books.query
    let found = words.trimmed.isEmpty ? query : query.search(words, matchesPrefix: true)
    return "\((try? found.fetchCount()) ?? 0) books"
  }
}
