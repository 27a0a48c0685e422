#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
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

private enum Order: Hashable { case title, year, author }

@MainActor
@Suite(.windows, .timeLimit(.minutes(1)))
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

  @Test func `a refused text disappears from the field`() async {
    let window = TestWindow { Field(text: Binding(get: { "kept" }, set: { _ in })) }
    window.find("Name")?.type("other")
    #expect(window.find("Name")?.text == "other")
    await MainLoop.waitUntilIdle()
    #expect(window.find("Name")?.text == "kept")
  }

  @Test func `a machine decides what the field shows, and loses no key`() async {
    let window = TestWindow { ShoutView() }
    for text in ["a", "ab", "abc"] { window.find("Name")?.type(text) }
    await MainLoop.waitUntilIdle()
    #expect(window.find("Name")?.text == "ABC")
    window.find("Name")?.type("ABCDEFG")
    await MainLoop.waitUntilIdle()
    #expect(window.find("Name")?.text == "ABC")
  }

  @Test func `a toggle sets its value, and shows it again if it is refused`() async {
    let node = Stored(wrappedValue: false)
    let window = TestWindow {
      VStack {
        Toggle("Free", isOn: node.binding)
        Toggle("Fixed", isOn: Binding(get: { false }, set: { _ in }))
      }
    }
    window.press("Free")
    window.press("Fixed")
    #expect(node.wrappedValue)
    await MainLoop.waitUntilIdle()
    #expect(window.find("Free")?.isOn == true)
    #expect(window.find("Fixed")?.isOn == false)
    node.wrappedValue = false
    await MainLoop.waitUntilIdle()
    #expect(window.find("Free")?.isOn == false)
  }

  @Test func `a picker shows the choice of its value, and sets the value of a choice`() async {
    let node = Stored(wrappedValue: Order.year)
    let window = TestWindow {
      Picker("Order", selection: node.binding) {
        Text("Title").tag(Order.title)
        Text("Year").tag(Order.year)
      }
    }
    #expect(window.choice == 1)
    window.choose(0)
    #expect(node.wrappedValue == .title)
    node.wrappedValue = .author
    await MainLoop.waitUntilIdle()
    #expect(window.choice == nil)
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
