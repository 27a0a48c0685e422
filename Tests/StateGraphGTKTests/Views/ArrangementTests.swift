#if GTK
import CGTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

private struct Ends: View {
  var body: some View {
    VStack {
      Text("first")
      Spacer()
      Text("last")
    }
  }
}

private struct Lines: View {
  let count: Stored<Int>
  var body: some View {
    ScrollView {
      VStack { ForEach(0..<count.wrappedValue, id: \.self) { Text("line \($0)") } }
    }
  }
}

private struct NamedGreeting: View {
  let name: Stored<String>
  var body: some View { Text("Hello, \(name.wrappedValue)") }
}

private struct Calendar: View {
  let year: Stored<Int32>
  var body: some View {
    let year = year.wrappedValue
    Widget {
      UnsafeMutableRawPointer(gtk_calendar_new())
    } update: { widget in
      let day = g_date_time_new_utc(year, 3, 1, 0, 0, 0)
      gtk_calendar_select_day(OpaquePointer(widget), day)
      g_date_time_unref(day)
    }
  }
}

/// Views that arrange other views, which include widgets of GTK.
@MainActor
@Suite(.windows, .windowTime)
struct ArrangementTests {
  @Test func `a spacer moves the views after it to the end of the stack`() async throws {
    let window = TestWindow { Ends() }
    await MainLoop.waitUntilIdle()
    let first = try #require(window.label("first")?.middle)
    let last = try #require(window.label("last")?.middle)
    // The window is 360 pixels high, and a line is not a quarter of it.
    #expect(last.y - first.y > 240)
  }

  @Test func `a scroll view keeps the size of the window, however long its content is`()
    async throws
  {
    let count = Stored(wrappedValue: 1)
    let window = TestWindow { Lines(count: count) }
    await MainLoop.waitUntilIdle()
    let root = window.root.assumingMemoryBound(to: GtkWidget.self)
    let height = gtk_widget_get_height(root)
    count.wrappedValue = 200
    await MainLoop.waitUntilIdle()
    await window.waitForFrames(2)
    #expect(window.texts.count == 200)
    #expect(gtk_widget_get_height(root) == height)
    let last = try #require(window.label("line 199")?.middle)
    #expect(last.y > Double(height))
  }

  @Test func `a hosting controller is a page with a title, whose view follows the graph`() async {
    let name = Stored(wrappedValue: "Ada")
    let page = HostingController(rootView: NamedGreeting(name: name))
    page.title = "Greeting"
    let window = TestWindow { HostedPage(controller: page) }
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["Hello, Ada"])
    name.wrappedValue = "Grace"
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["Hello, Grace"])
    page.rootView = NamedGreeting(name: Stored(wrappedValue: "Barbara"))
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["Hello, Barbara"])
    #expect(page.title == "Greeting")
  }

  @Test func `a widget of GTK is shown in its place and made equal to the body`() async throws {
    let year = Stored<Int32>(wrappedValue: 2026)
    let window = TestWindow { Calendar(year: year) }
    await MainLoop.waitUntilIdle()
    #expect(window.texts.contains("2026"))
    let before = Set(window.widgets.map(\.id))
    year.wrappedValue = 1815
    await MainLoop.waitUntilIdle()
    #expect(window.texts.contains("1815"))
    #expect(Set(window.widgets.map(\.id)) == before)
  }
}

private struct HostedPage: WidgetControllerRepresentable {
  let controller: HostingController<NamedGreeting>

  func makeController() -> HostingController<NamedGreeting> { controller }
  func updateController(_ controller: HostingController<NamedGreeting>) {}
}

#endif
