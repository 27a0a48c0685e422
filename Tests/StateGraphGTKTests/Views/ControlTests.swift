#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import TestSupport
import Testing

private struct Field: View {
  let text: Binding<String>
  var body: some View { TextField("Name", text: text) }
}

private enum Shout: Transducer {
  enum State: NonTerminal, Equatable { case text(String) }
  enum Event { case type(String) }
  static var initialState: State { .text("") }
  static func update(_ state: inout State, event: Event) {
    if case .type(let text) = event, text.count < 6 { state = .text(text.uppercased()) }
  }
}

private struct ShoutView: View {
  @State private var state = Shout.initialState
  var body: some View {
    TransducerView(of: Shout.self, initialState: $state) { state, input in
      TextField(
        "Name",
        text: Binding(
          get: { if case .text(let text) = state { text } else { "" } },
          set: { try? input.send(.type($0)) }
        )
      )
    }
  }
}

/// Takes each text that the user has typed, as a machine.
private enum Keys: Transducer {
  typealias Output = String
  enum State: NonTerminal, Equatable { case text(String) }
  enum Event { case type(String) }
  static var initialState: State { .text("") }
  static func update(_ state: inout State, event: Event) -> String {
    guard case .type(let text) = event else { return "" }
    state = .text(text)
    return text
  }
}

@MainActor
private final class KeyModel {
  var texts: [String] = []
}

private struct KeyView: View {
  let model: KeyModel
  @State private var state = Keys.initialState

  var body: some View {
    TransducerView(
      of: Keys.self,
      initialState: $state,
      output: Callback<String> { text in model.texts.append(text) }
    ) { state, input in
      TextField(
        "Keys",
        text: Binding(
          get: { if case .text(let text) = state { text } else { "" } },
          set: { try? input.send(.type($0)) }
        )
      )
    }
  }
}

extension String {
  fileprivate subscript(position: Int) -> Character { self[index(startIndex, offsetBy: position)] }
}

private enum Order: Hashable { case title, year, author }

@MainActor
@Suite(.windows, .windowTime)
struct ControlTests {
  @Test func `what the user types is the value, key by key`() async {
    let node = Stored(wrappedValue: "")
    let window = TestWindow { Field(text: node.binding) }
    for end in 1...5 {
      window.find("Name")?.type(String("abcde".prefix(end)))
      #expect(node.wrappedValue == "abcde".prefix(end))
    }
    await MainLoop.waitUntilIdle()
    #expect(window.find("Name")?.text == "abcde")
  }

  @Test func `a change by somebody else appears in the field, also with NUL`() async {
    let node = Stored(wrappedValue: "a")
    let window = TestWindow { Field(text: node.binding) }
    node.wrappedValue = "b\0"
    await MainLoop.waitUntilIdle()
    #expect(window.find("Name")?.text == "b\u{FFFD}")
    #expect(node.wrappedValue == "b\0")
  }

  @Test func `a refused text disappears from the field after 0.3 seconds`() async {
    await VirtualClock.controlLoop { clock in
      let window = TestWindow { Field(text: Binding(get: { "kept" }, set: { _ in })) }
      window.find("Name")?.type("other")
      clock.advance(by: .milliseconds(299))
      await MainLoop.waitUntilIdle()
      #expect(window.find("Name")?.text == "other")
      clock.advance(by: .milliseconds(1))
      await window.until { window.find("Name")?.text == "kept" }
    }
  }

  @Test func `a machine decides what the field shows, and loses no key`() async {
    await VirtualClock.controlLoop { clock in
      let window = TestWindow { ShoutView() }
      for text in ["a", "ab", "abc"] {
        window.find("Name")?.type(text)
        await window.until { window.find("Name")?.text == text.uppercased() }
      }
      window.find("Name")?.type("ABCDEFG")
      await MainLoop.waitUntilIdle()
      #expect(window.find("Name")?.text == "ABCDEFG")
      clock.advance(by: .milliseconds(300))
      await window.until { window.find("Name")?.text == "ABC" }
    }
  }

  @Test func `a late answer does not take away what the user has typed since`() async {
    // The time after which a field shows its value again does not pass.
    await VirtualClock.controlLoop { _ in
      let node = Stored(wrappedValue: "")
      var asked: [String] = []
      let window = TestWindow {
        Field(text: Binding(get: { node.wrappedValue }, set: { asked.append($0) }))
      }
      window.find("Name")?.type("a")
      window.find("Name")?.type("ab")
      #expect(asked == ["a", "ab"])
      let before = WidgetHandle.propertyChanges
      for answer in asked {
        node.wrappedValue = answer
        // The field follows the value in a job of the main actor.
        await Task { @MainActor in }.value
        #expect(window.find("Name")?.text == "ab")
      }
      await MainLoop.waitUntilIdle()
      #expect(window.find("Name")?.text == "ab")
      #expect(WidgetHandle.propertyChanges == before)
    }
  }

  @Test func `200 keys in a second reach a machine, and none is lost`() async throws {
    let model = KeyModel()
    let window = TestWindow { KeyView(model: model) }
    let text = String((0..<400).map { "abcdefghijklmnopqrstuvwxyz0123456789"[$0 % 36] })
    try await window.type(text, into: "Keys", milliseconds: 5)
    // The last events can be on their way to the machine.
    let deadline = TestDeadline()
    while model.texts.count < text.count, !deadline.hasPassed { await MainLoop.waitUntilIdle() }
    #expect(window.find("Keys")?.text == text)
    let isEachKeySeen = model.texts == (1...text.count).map { String(text.prefix($0)) }
    #expect(isEachKeySeen, "\(model.texts.count) texts of \(text.count)")
  }

  @Test func `a toggle sets its value, and shows it again if it is refused`() async {
    let node = Stored(wrappedValue: false)
    await VirtualClock.controlLoop { clock in
      let window = TestWindow {
        VStack {
          Toggle("Free", isOn: node.binding)
          Toggle("Fixed", isOn: Binding(get: { false }, set: { _ in }))
        }
      }
      window.press("Free")
      window.press("Fixed")
      #expect(node.wrappedValue)
      #expect(window.find("Fixed")?.isOn == true)
      clock.advance(by: .milliseconds(300))
      await window.until { window.find("Fixed")?.isOn == false }
      #expect(window.find("Free")?.isOn == true)
      node.wrappedValue = false
      await MainLoop.waitUntilIdle()
      #expect(window.find("Free")?.isOn == false)
    }
  }

  @Test func `a picker shows the choice of its value, and sets the value of a choice`() async {
    let node = Stored(wrappedValue: Order.year)
    let window = TestWindow {
      Picker("Order", selection: node.binding) {
        Text("Title").tag(Order.title)
        Text("Year").tag(Order.year)
      }
    }
    #expect(window.choice == "Year")
    window.choose(0)
    #expect(node.wrappedValue == .title)
    node.wrappedValue = .author
    await MainLoop.waitUntilIdle()
    #expect(window.choice == "")
    window.choose(1)
    #expect(node.wrappedValue == .year)
    await MainLoop.waitUntilIdle()
    #expect(window.choice == "Year")
  }

  @Test(
    arguments: [
      (0.5, 1.0, 0.5), (3, 2, 1), (-1, 2, 0), (1, 0, nil), (.nan, 1, nil), (.infinity, 1, nil),
    ] as [(Double, Double, Double?)]
  )
  func `a fraction that is none is not known`(value: Double, total: Double, shown: Double?) {
    let window = TestWindow { ProgressView(value: value, total: total) }
    #expect(window.progress == shown)
  }
}

#endif
