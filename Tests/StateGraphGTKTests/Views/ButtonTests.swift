#if GTK
import GTKTestSupport
import StateGraphGTK
import Testing

private struct Clicks: View {
  @State private var count = 0

  var body: some View {
    VStack {
      Text("Count: \(count)")
      Button("Increment") { count += 1 }
    }
  }
}

@MainActor
@Suite(.windows, .timeLimit(.minutes(3)))
struct ButtonTests {
  @Test func `a press of a button in a window changes the text beside it`() async {
    let window = TestWindow { Clicks() }
    #expect(window.texts == ["Count: 0"])
    #expect(window.press("Increment"))
    await window.until { window.texts == ["Count: 1"] }
    #expect(window.texts == ["Count: 1"])
  }
}

#endif
