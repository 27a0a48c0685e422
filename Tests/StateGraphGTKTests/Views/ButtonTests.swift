#if GTK
import GTKTestSupport
import StateGraph
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

private struct IconButton: View {
  let title: Stored<String>
  var body: some View { Button(title.wrappedValue, icon: "edit-undo-symbolic") {} }
}

@MainActor
@Suite(.windows, .windowTime)
struct ButtonTests {
  @Test func `a press of a button in a window changes the text beside it`() async {
    let window = TestWindow { Clicks() }
    #expect(window.texts == ["Count: 0"])
    #expect(window.press("Increment"))
    await window.until { window.texts == ["Count: 1"] }
    #expect(window.texts == ["Count: 1"])
  }

  @Test func `a button with an icon has its title as its name, and shows no text`() async {
    let title = Stored(wrappedValue: "Undo")
    let window = TestWindow { IconButton(title: title) }
    #expect(window.find("Undo")?.text == "")
    title.wrappedValue = "Undo Rename Book"
    await window.until { window.find("Undo Rename Book") != nil }
    #expect(window.find("Undo") == nil)
  }
}

#endif
