#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import StateGraphPersistence
import StateGraphSessions
import Testing

@Entity(id: Int.self)
private final class Letter {
  @GraphStored @Column(.searchable) var text: String
}

private struct Letters: View {
  let store: EntityStore<Letter>
  let words: Stored<String>
  let presses: Stored<Int>
  var isDisabled = false

  private var query: Query<Letter> {
    let words = words.wrappedValue
    return words.isEmpty ? store.query.order { $0.id.ascending } : store.query.search(words)
  }

  var body: some View {
    VStack {
      HStack {
        SearchField("Search Letters", text: words.binding).keyboardShortcut("f")
        Button("Count") { presses.wrappedValue += 1 }
          .keyboardShortcut("n", modifiers: [.control, .shift])
          .disabled(isDisabled)
        Text("pressed \(presses.wrappedValue)")
      }
      List(query) { Text($0.text) }
        .emptyContent { Text("Nothing found") }
    }
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct SearchFieldTests {
  private let store: EntityStore<Letter>
  private let words = Stored(wrappedValue: "")
  private let presses = Stored(wrappedValue: 0)

  init() throws {
    let database = try Database.temporary()
    try database.createTables(for: Letter.self)
    store = try EntityStore<Letter>(database)
    let texts = ["a red bicycle", "a blue train", "the red train"]
    for (number, text) in texts.enumerated() {
      try store.insert(Letter(id: number, text: text))
    }
  }

  private func window(isDisabled: Bool = false) -> TestWindow {
    TestWindow { Letters(store: store, words: words, presses: presses, isDisabled: isDisabled) }
  }

  @Test func `a search shows the rows with all typed words, and none shows the message`()
    async throws
  {
    let window = window()
    await window.untilRows(["a red bicycle", "a blue train", "the red train"])
    let field = try #require(window.search("Search Letters"))
    field.type("train")
    await window.until { Set(window.list?.texts ?? []) == ["a blue train", "the red train"] }
    field.type("train red")
    await window.untilRows(["the red train"])
    field.type("no \" such* word")
    await window.until { window.texts.contains("Nothing found") }
    field.type("")
    await window.until { window.list?.count == 3 }
  }

  @Test func `a new row appears in a search if its words fit`() async throws {
    words.wrappedValue = "red"
    let window = window()
    await window.until { window.list?.count == 2 }
    try store.insert(Letter(id: 8, text: "red and green"))
    try store.insert(Letter(id: 9, text: "green"))
    await window.until { window.list?.texts.contains("red and green") == true }
    #expect(window.list?.count == 3)
  }

  @Test func `the key moves the focus to the field, and Escape empties it`() async throws {
    let window = window()
    await window.untilRows(["a red bicycle", "a blue train", "the red train"])
    try await window.click(try #require(window.list?.row(1)))
    try await window.key("ctrl+f")
    try await InputDevice.perform("type", "bicycle")
    await window.untilRows(["a red bicycle"])
    #expect(words.wrappedValue == "bicycle")
    try await window.key("Escape")
    await window.until { words.wrappedValue == "" && window.list?.count == 3 }
  }

  @Test func `a key presses a button, but not a disabled one`() async throws {
    let shown = window()
    await shown.until { shown.list?.count == 3 }
    try await shown.key("ctrl+shift+n")
    await shown.until { shown.texts.contains("pressed 1") }
    shown.close()
    let disabled = window(isDisabled: true)
    await disabled.until { disabled.list?.count == 3 }
    try await disabled.key("ctrl+shift+n")
    await disabled.waitForFrames(20)
    #expect(presses.wrappedValue == 1)
  }

  @Test func `the search field has its title as its accessible name`() async throws {
    let window = window()
    #expect(window.search("Search Letters")?.isEnabled == true)
  }
}

#endif
