#if GTK
import StateGraph
import StateGraphGTK
import StateGraphPersistence
import StateGraphSessions

// The code of the article "A window that survives".

struct Notebook: App {
  var body: Window<some View> {
    Window("Notebook", opening: Notes.init) { notes in
      TransducerView(restoring: notes.session.machine(of: Writing.self)) { state, input in
        NotebookPage(state: state) { event in try? input.send(event) }
      }
    }
  }
}

/// What the window needs from its file.
final class Notes: Sendable {
  let database: Database
  let session: Session

  convenience init() throws { try self.init(path: "notebook.sqlite") }

  init(path: String) throws {
    database = try Database(path: path)
    session = try Session("main window", in: database)
  }
}

enum Writing: EffectTransducer, RestorableTransducer {
  struct State: NonTerminal, Codable, Equatable {
    var text = ""
    var isAsking = false
  }
  enum Event: Sendable { case type(String), ask, erase, keep }

  static var storedName: String { "Writing" }
  static var initialState: State { State() }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch event {
    case .type(let text): state.text = text
    case .ask: state.isAsking = true
    case .erase: state = State()
    case .keep: state.isAsking = false
    }
    return nil
  }
}

struct NotebookPage: View {
  let state: Writing.State
  let send: @MainActor (Writing.Event) -> Void

  var body: some View {
    VStack {
      TextField("Note", text: Binding(get: { state.text }, set: { send(.type($0)) }))
      Button("Erase") { send(.ask) }.keyboardShortcut("Delete", modifiers: [.control, .shift])
    }
    .padding()
    .sheet(
      "Erase the note?",
      isPresented: Binding(get: { state.isAsking }, set: { if !$0 { send(.keep) } })
    ) {
      HStack {
        Button("Keep") { send(.keep) }
        Button("Erase It") { send(.erase) }
      }
    }
    .onOpenLink { link in
      if link.path.first == "erase" { send(.ask) }
    }
  }
}

struct Columns: View {
  let heights: Stored<[Double]>

  var body: some View {
    Canvas("Heights") { context in
      for (index, height) in heights.wrappedValue.enumerated() {
        context.fill(x: 12 * Double(index), y: 0, width: 8, height: height, .accent)
      }
    }
  }
}

#endif
