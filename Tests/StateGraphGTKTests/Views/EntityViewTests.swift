#if GTK
import GTKTestSupport
import StateGraphGTK
import StateGraphPersistence
import Testing

@Entity(id: Int.self)
final class WindowNote {
  @GraphStored var text: String
}

private struct NoteView: View {
  let note: WindowNote
  var body: some View { Text(note.text) }
}

private struct NoteViews: View {
  let notes: [WindowNote]
  var body: some View {
    VStack { ForEach(notes.indices, id: \.self) { NoteView(note: notes[$0]) } }
  }
}

/// Bodies that read the rows of a database.
@MainActor
@Suite(.windows, .windowTime)
struct EntityViewTests {
  private let database: Database
  private let notes: EntityStore<WindowNote>

  init() throws {
    database = try Database.temporary()
    try database.createTables(for: WindowNote.self)
    notes = try EntityStore<WindowNote>(database)
  }

  private func insertNotes(_ count: Int) throws -> [WindowNote] {
    let new = (0..<count).map { WindowNote(id: $0, text: "note \($0)") }
    try database.write { for note in new { try notes.insert(note) } }
    return new
  }

  @Test func `a commit on another thread changes the label that reads the row`() async throws {
    let note = try #require(try insertNotes(1).first)
    let window = TestWindow { NoteView(note: note) }
    #expect(window.texts == ["note 0"])
    try await Task.detached { [database] in
      try database.write { note.text = "changed" }
    }.value
    await window.until { window.texts == ["changed"] }
  }

  @Test func `a commit that is undone changes no label`() async throws {
    struct Undone: Error {}
    let note = try #require(try insertNotes(1).first)
    let window = TestWindow { NoteView(note: note) }
    let before = WidgetHandle.propertyChanges
    await Task.detached { [database] in
      _ = #expect(throws: Undone.self) {
        try database.write {
          note.text = "changed"
          throw Undone()
        }
      }
    }.value
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["note 0"])
    #expect(WidgetHandle.propertyChanges == before)
  }

  @Test func `a commit that changes 1000 shown rows is one turn of the loop`() async throws {
    let shown = try insertNotes(1_000)
    let window = TestWindow { NoteViews(notes: shown) }
    var turns: Set<UInt64> = []
    WidgetHandle.didChange = { turns.insert(MainLoop.iterationCount) }
    defer { WidgetHandle.didChange = nil }
    let before = WidgetHandle.propertyChanges
    try await Task.detached { [database] in
      try database.write { for note in shown { note.text += "!" } }
    }.value
    await MainLoop.waitUntilIdle()
    #expect(turns.count == 1)
    #expect(WidgetHandle.propertyChanges - before == 1_000)
    #expect(window.texts == (0..<1_000).map { "note \($0)!" })
  }
}

#endif
