#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

/// NUL, which ends a text of GTK, and bytes that are no UTF-8, which Swift replaces.
private let damaged = "a\0b" + String(decoding: [0x63, 0xFF, 0x64], as: UTF8.self)
private let shown = "a\u{FFFD}bc\u{FFFD}d"

private struct Everything: View {
  let title: Stored<String>
  let value: Stored<String>

  var body: some View {
    let title = title.wrappedValue
    VStack {
      Text(title + "text")
      Text("x").accessibilityLabel(title)
      Button(title + "button") {}
      Toggle(title + "toggle", isOn: Stored(wrappedValue: true).binding)
      TextField(title + "field", text: value.binding)
      NavigationView { NavigationLink(title + "link") { Text("page") } }
      Picker(title + "picker", selection: Stored(wrappedValue: 0).binding) {
        Text(title + "choice").tag(0)
      }
    }
  }
}

private final class Label: WidgetController {
  override func viewDidLoad() {
    let label = LabelWidget()
    label.text = damaged
    label.accessibilityLabel = damaged + "label"
    view.append(label)
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct DamagedTextTests {
  /// First with plain texts, so that the damaged ones are set on existing widgets in half of the
  /// runs.
  @Test(arguments: ["plain ", damaged])
  func `every text of a view shows replacement characters`(first: String) async {
    let (title, value) = (Stored(wrappedValue: first), Stored(wrappedValue: first))
    let window = TestWindow(height: 600) { Everything(title: title, value: value) }
    title.wrappedValue = damaged
    value.wrappedValue = damaged
    await MainLoop.waitUntilIdle()
    #expect(window.label(shown + "text") != nil)
    for name in ["button", "toggle", "field", "link", "picker"] {
      #expect(window.widgets.contains { $0.hasName(shown + name) }, "\(name)")
    }
    #expect(window.widgets.contains { $0.isLabel && $0.hasName(shown) })
    #expect(window.widgets.contains { $0.isLabel && $0.text == shown + "choice" })
    #expect(window.find(shown + "field")?.text == shown)
    #expect(value.wrappedValue == damaged)
  }

  @Test func `the title of a window shows replacement characters`() {
    let host = WindowHost(Window(damaged) { Text("content") })
    host.present()
    #expect(TestWidget.title(ofWindow: host) == shown)
    host.close()
  }

  @Test func `every text of a navigation shows replacement characters`() async throws {
    let node = Stored(wrappedValue: Optional(1))
    let controller = NavigationController()
    func page(_ title: String) -> Label {
      let page = Label()
      page.title = title
      return page
    }
    controller.composable.bind(
      store: Store(state: node) { (_: Int) in },
      makeRootSegment: { store in
        NavSegment(id: 0, store: store) { store in
          NavSegment.ViewController(store: store) { _ in page(damaged + "first") }
          NavSegment.ViewController(store: store) { _ in page(damaged + "second") }
        } nextSegment: { store in
          NavSegment.Next(store: store, toLocalState: { $0 }, fromLocalAction: { (_: Int) in 1 }) {
            NavSegment(id: 1, store: $0) { store in
              NavSegment.ViewController(store: store) { _ in page(damaged + "third") }
            }
          }
          NavSegment.Alert(store: store, toLocalState: { $0 }, fromLocalAction: { (_: Int) in 1 }) {
            _ in
            AlertContent(damaged + "question", message: damaged + "message") {
              $0.add(damaged + "answer", 1)
            }
          }
        }
      },
      makeDismissAction: { $0 }
    )
    let window = TestWindow { NavigationPlace(controller: controller) }
    await MainLoop.waitUntilIdle()
    #expect(window.texts.first == shown + "third")
    #expect(window.pageTexts == [shown, shown, shown])
    #expect(window.widgets.contains { $0.isLabel && $0.hasName(shown + "label") })
    window.perform(.longPress)
    #expect(window.find(shown + "second") != nil)
    let alert = try #require(window.overlays.first)
    #expect(alert.title == shown + "question")
    #expect(alert.texts.contains(shown + "question") && alert.texts.contains(shown + "message"))
    #expect(alert.find(shown + "answer") != nil)
  }
}

#endif
