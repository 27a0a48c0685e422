#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import StateGraphPersistence
import StateGraphSQLite
import StateGraphSessions
import TestSupport
import Testing

private enum Note: EffectTransducer, RestorableTransducer {
  struct State: NonTerminal, Codable, Equatable { var text = "" }
  enum Event: Sendable { case type(String) }

  static var storedName: String { "Note" }
  static var initialState: State { State() }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    if case .type(let text) = event { state.text = text }
    return nil
  }
}

private struct NoteView: View {
  let session: Session

  var body: some View {
    TransducerView(restoring: session.machine(of: Note.self)) { state, input in
      TextField("Note", text: Binding(get: { state.text }, set: { try? input.send(.type($0)) }))
    }
  }
}

/// Shows one of two sessions.
private struct ChosenNote: View {
  let sessions: [Session]
  let chosen: Stored<Int>
  var body: some View { NoteView(session: sessions[chosen.wrappedValue]) }
}

@MainActor
@Suite(.windows, .windowTime)
struct RestoredMachineTests {
  private let directory: TemporaryDirectory
  private let database: Database

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("notes.db"))
  }

  private func session(_ name: String = "main") throws -> Session {
    try Session(name, in: database)
  }

  private func storedState() -> String {
    let rows = try? database.rows("SELECT state FROM stategraph_sessions WHERE name = 'main'")
    return rows?.first.map { "\($0.values)" } ?? ""
  }

  /// Waits until the row of the session contains a text.
  private func untilStored(_ text: String) async {
    let deadline = TestDeadline()
    while !storedState().contains(text), !deadline.hasPassed { await Task.yield() }
    #expect(storedState().contains(text))
  }

  private func note(in window: TestWindow) -> String? { window.find("Note")?.text }

  @Test func `a new window shows the half-typed text of the last one`() async throws {
    let first = try session()
    let window = TestWindow { NoteView(session: first) }
    window.find("Note")?.type("Half a sen")
    await untilStored("Half a sen")
    window.close()
    await MainLoop.waitUntilIdle()
    let again = TestWindow { NoteView(session: first) }
    #expect(note(in: again) == "Half a sen")
  }

  @Test func `a view that gets another session shows its state, and frees the first one`()
    async throws
  {
    let sessions = [try session(), try session("other")]
    let chosen = Stored(wrappedValue: 0)
    let window = TestWindow { ChosenNote(sessions: sessions, chosen: chosen) }
    window.find("Note")?.type("first")
    await untilStored("first")
    chosen.wrappedValue = 1
    await window.until { note(in: window) == "" }
    let machine = try ObservableTransducer<Note>(restoring: sessions[0])
    #expect(machine.state.text == "first")
    machine.cancel()
    chosen.wrappedValue = 0
    await window.until { note(in: window) == "first" }
  }

  @Test func `a damaged state is shown as an error, and a fresh start keeps its row`() async throws
  {
    let session = try session()
    try database.execute(
      "INSERT INTO stategraph_sessions (name, type, version, revision, state) "
        + "VALUES ('main', 'Note', 1, 1, '{')"
    )
    let window = TestWindow { NoteView(session: session) }
    #expect(window.texts.contains { $0.contains("cannot be decoded") })
    window.press("Try Again")
    await MainLoop.waitUntilIdle()
    #expect(note(in: window) == nil)
    window.press("Start Afresh")
    await window.until { note(in: window) == "" }
    let kept = try database.rows("SELECT name FROM stategraph_sessions WHERE state = '{'")
    #expect(kept.count == 1)
  }

  @Test func `a session in use offers another try, and no fresh start`() async throws {
    let session = try session()
    let other = try ObservableTransducer<Note>(restoring: session)
    let window = TestWindow { NoteView(session: session) }
    #expect(window.texts.contains { $0.contains("in use") })
    #expect(window.find("Start Afresh") == nil)
    other.cancel()
    window.press("Try Again")
    await window.until { note(in: window) == "" }
  }

  @Test func `a newer state stays if it cannot be set aside`() async throws {
    let session = try session()
    try database.execute(
      "INSERT INTO stategraph_sessions (name, type, version, revision, state) "
        + "VALUES ('main', 'Note', 2, 1, '{\"text\":\"new\"}')"
    )
    try database.execute(
      "CREATE TRIGGER refuse BEFORE UPDATE ON stategraph_sessions "
        + "BEGIN SELECT RAISE(ABORT, 'refused by a trigger'); END"
    )
    let window = TestWindow { NoteView(session: session) }
    window.press("Start Afresh")
    await window.until { window.texts.contains { $0.contains("refused by a trigger") } }
    try database.execute("DROP TRIGGER refuse")
    window.press("Start Afresh")
    await window.until { note(in: window) == "" }
  }
}

/// Fails as long as a test says so.
@MainActor
private final class Door {
  struct Closed: Error, CustomStringConvertible {
    var description: String { "The gate is closed." }
  }
  var isOpen = false
  var tries = 0
  func enter() throws -> String {
    tries += 1
    guard isOpen else { throw Closed() }
    return "inside"
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct OpenedWindowTests {
  @Test func `a window that cannot open its content shows the reason, and tries again`() async {
    let gate = Door()
    let description = Window("Gate", opening: { try gate.enter() }) { place in Text(place) }
    #expect(gate.tries == 0)
    let window = TestWindow { description.content }
    #expect(window.texts.contains("The gate is closed."))
    window.press("Try Again")
    await MainLoop.waitUntilIdle()
    #expect(gate.tries == 2)
    gate.isOpen = true
    await MainLoop.waitUntilIdle()
    window.press("Try Again")
    await window.until { window.texts == ["inside"] }
    #expect(gate.tries == 3)
  }
}

#endif
