#if GTK
import GTKTestSupport
import StateGraphGTK
import Testing

@MainActor
@Suite(.windows, .windowTime)
struct CounterViewsTests {
  @Test func `a press of Increment disables the buttons, and counts when it is complete`() async {
    let window = TestWindow { CounterView() }
    #expect(window.texts == ["Count: 0"])
    window.press("Increment")
    await window.until { window.find("Increment")?.isEnabled == false }
    #expect(window.find("Decrement")?.isEnabled == false)
    #expect(window.find("Done")?.isEnabled == true)
    await window.until { window.texts == ["Count: 1"] }
    #expect(window.find("Increment")?.isEnabled == true)
  }

  @Test func `a press of Done disables all buttons for ever`() async {
    let window = TestWindow { CounterView() }
    window.press("Done")
    await window.until { window.find("Done")?.isEnabled == false }
    #expect(window.find("Increment")?.isEnabled == false)
    #expect(!window.press("Done"))
    #expect(window.texts == ["Count: 0"])
  }

  @Test func `a counter that the view owns counts down to zero`() async {
    let window = TestWindow { CounterView() }
    window.press("Decrement")
    await window.until { window.find("Decrement")?.isEnabled == false }
    await window.until { window.find("Decrement")?.isEnabled == true }
    #expect(window.texts == ["Count: 0"])
  }

  @Test(arguments: [
    (Counter.State.idle(count: 2), ["Ready: 2"]),
    (.incrementing(count: 2), ["Adding... 2"]),
    (.decrementing(count: 2), ["Subtracting... 2"]),
    (.finished(count: 2), []),
  ])
  func `a state decides which views are shown`(state: Counter.State, texts: [String]) {
    let window = TestWindow { StateDrivenView(state: state) }
    #expect(window.texts == texts)
  }

  @Test func `the output of a transducer changes its parent`() async {
    let window = TestWindow { ParentView() }
    #expect(window.texts == ["Waiting for updates..."])
    window.press("Increment")
    // The document's counter has no output of its own, so its output is `()`.
    await window.until { window.texts == ["Counter updated to: ()"] }
  }

  @Test func `an ObservableTransducer shows its state and takes events`() async {
    let window = TestWindow { CounterWithObservableTransducer() }
    window.press("Increment")
    await window.until { window.find("Increment")?.isEnabled == false }
    window.press("Done")
    #expect(window.texts == ["Count: 0"])
  }

  @Test func `two pages share the state of an ObservableTransducer`() async {
    let window = TestWindow { SharedCounterApp() }
    #expect(window.texts == ["Current Count: 0"])
    window.press("Edit Counter")
    await window.until { window.texts.contains("Edit Count: 0") }
    #expect(window.texts == ["Edit Counter", "Edit Count: 0"])
    window.press("➕")
    await MainLoop.waitUntilIdle()
    window.press("Back")
    await window.until { window.texts.contains("Current Count: 0") }
    #expect(window.texts == ["Current Count: 0"])
  }
}

#endif
