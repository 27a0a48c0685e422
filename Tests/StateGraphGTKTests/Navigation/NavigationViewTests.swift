#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

private struct Levels: View {
  let isLinked: Stored<Bool>

  var body: some View {
    NavigationView {
      Text("first")
      if isLinked.wrappedValue {
        NavigationLink("Second") {
          Text("second")
          Button("Press") {}
        }
      }
    }
  }
}

/// The pages of a `NavigationView`, whose state is its own.
@MainActor
@Suite(.windows, .windowTime)
struct NavigationViewTests {
  private let isLinked = Stored(wrappedValue: true)

  private func open() async -> TestWindow {
    let window = TestWindow { Levels(isLinked: isLinked) }
    window.press("Second")
    await window.until { window.texts == ["Second", "second"] }
    return window
  }

  @Test(arguments: [TestGesture.altLeft, .mouseBack, .swipeRight])
  func `each gesture removes the last page`(gesture: TestGesture) async {
    let window = await open()
    #expect(window.perform(gesture))
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["first"])
    #expect(window.pageTexts.count == 1)
    window.perform(gesture)
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["first"])
  }

  @Test func `the list of a long press leads to the first page`() async {
    let window = await open()
    window.perform(.longPress)
    #expect(window.press("First page"))
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["first"])
  }

  @Test func `the page of a link that does not exist any more is removed`() async {
    let window = await open()
    isLinked.wrappedValue = false
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["first"])
    #expect(window.find("Press") == nil)
  }

  @Test func `a link outside of a navigation cannot be pressed`() {
    let window = TestWindow { NavigationLink("Nowhere") { Text("page") } }
    #expect(window.find("Nowhere")?.isEnabled == false)
    #expect(!window.press("Nowhere"))
  }
}

#endif
