#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

@MainActor
@Suite(.windows, .windowTime)
struct WindowExampleTests {
  @Test func `the greeting shows what the user types`() async {
    let window = TestWindow { Greeting() }
    #expect(window.texts == ["Hello, Ada"])
    window.find("Name")?.type("Grace")
    await window.until { window.texts == ["Hello, Grace"] }
    #expect(Greeter().body.title == "Greeter")
  }

  @Test func `the inbox follows a computed node`() async {
    let letters = Stored(wrappedValue: [1, 2])
    let window = TestWindow { Inbox(unread: Computed { _ in letters.wrappedValue.count }) }
    #expect(window.texts == ["2 unread"])
    letters.wrappedValue = []
    await window.until { window.texts == ["All read"] }
  }

  @Test func `the library opens its links`() async throws {
    let library = Library()
    #expect(Library.identifier == "org.example.Library")
    let window = TestWindow { library.body.content }
    #expect(window.texts == ["All books"])
    library.open(try Link(parsing: "library://ada"))
    await window.until { window.texts == ["ada"] }
    library.open(try Link(parsing: "other://grace"))
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["ada"])
  }

  @Test func `the light is switched by its button`() async {
    let window = TestWindow { LightView() }
    window.press("Switch")
    await window.until { window.texts == ["on"] }
    window.press("Switch")
    await window.until { window.texts == ["off"] }
  }
}

#endif
