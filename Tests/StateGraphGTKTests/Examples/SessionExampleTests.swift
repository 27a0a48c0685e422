#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import StateGraphSessions
import TestSupport
import Testing

@MainActor
@Suite(.windows, .windowTime)
struct SessionExampleTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func window() throws -> TestWindow {
    let notes = try Notes(path: directory.file("notes.sqlite"))
    return TestWindow {
      TransducerView(restoring: notes.session.machine(of: Writing.self)) { state, input in
        NotebookPage(state: state) { event in try? input.send(event) }
      }
    }
  }

  @Test func `the notebook keeps its text and its open question`() async throws {
    #expect(Notebook().body.title == "Notebook")
    let first = try window()
    first.find("Note")?.type("Buy milk")
    await first.until { first.find("Note")?.text == "Buy milk" }
    first.press("Erase")
    await first.until { first.overlays.first?.title == "Erase the note?" }
    first.close()
    await MainLoop.waitUntilIdle()
    let second = try window()
    #expect(second.find("Note")?.text == "Buy milk")
    await second.until { second.overlays.count == 1 }
    second.overlays.first?.close()
    await second.until { second.overlays.isEmpty }
    #expect(second.find("Note")?.text == "Buy milk")
    try await second.key("ctrl+shift+Delete")
    await second.until { second.overlays.first?.find("Erase It") != nil }
    second.overlays.first?.press("Erase It")
    await second.until { second.overlays.isEmpty && second.find("Note")?.text == "" }
  }

  @Test func `the columns are drawn again after a change`() async throws {
    let heights = Stored(wrappedValue: [10.0, 20])
    let window = TestWindow { Columns(heights: heights) }
    await window.waitForFrames(5)
    let before = try window.picture()
    heights.wrappedValue = [10, 90]
    await window.waitForFrames(5)
    #expect(try window.picture() != before)
  }
}

#endif
