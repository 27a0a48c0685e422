#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

/// A widget with a state of its own.
final class Badge: WidgetView, HasViewState {
  struct ViewState: ViewStateProtocol { var count = 0 }

  @Observed var state: ViewState
  private let label = LabelWidget()
  private(set) var rendered: [Int] = []

  required init() {
    super.init()
    append(label)
  }

  func render(state: ViewState, oldState: ViewState?, animated: Bool) {
    rendered.append(state.count)
    label.text = "\(state.count) new"
  }
}

extension Badge.ViewState: ViewStateRepresentable, WidgetViewRepresentable {
  typealias Host = Badge
}

private struct Letters: View {
  @State private var count = 1
  var body: some View {
    VStack {
      Badge.ViewState(count: count)
      Button("Receive") { count += 1 }
    }
  }
}

/// Shows a widget that the test has created.
private struct Shown: WidgetViewRepresentable {
  let widget: Badge
  func makeWidget() -> Badge { widget }
  func updateWidget(_ widget: Badge) {}
}

/// A controller with a badge, as a child or in place of its view.
private final class Mailbox: WidgetController {
  let badge = Badge()
  var isBadgeAlone = false

  override func loadView() -> WidgetView { isBadgeAlone ? badge : super.loadView() }
  override func viewDidLoad() { if !isBadgeAlone { view.append(badge) } }
}

private struct MailboxView: WidgetControllerRepresentable {
  let controller: Mailbox
  func makeController() -> Mailbox { controller }
  func updateController(_ controller: Mailbox) {}
}

@MainActor
@Suite(.windows, .windowTime)
struct WidgetViewTests {
  @Test func `a state is a view, and its widget renders each new state`() async {
    let window = TestWindow { Letters() }
    #expect(window.texts == ["1 new"])
    let before = window.label("1 new")?.id
    window.press("Receive")
    await window.until { window.texts == ["2 new"] }
    #expect(window.label("2 new")?.id == before)
  }

  @Test func `a widget that is created with a state renders it once`() {
    let badge = Badge(state: .init(count: 3))
    let window = TestWindow { Shown(widget: badge) }
    #expect(window.texts == ["3 new"])
    badge.state.count = 4
    badge.state.count = 4
    #expect(window.texts == ["4 new"])
    #expect(badge.rendered == [3, 4])
  }

  @Test func `a widget without a state shows its default state when it is shown`() {
    let badge = Badge()
    #expect(badge.rendered == [])
    let window = TestWindow { Shown(widget: badge) }
    #expect(window.texts == ["0 new"])
    #expect(badge.rendered == [0])
  }

  @Test(arguments: [false, true])
  func `a widget of a controller shows its default state with the controller`(isAlone: Bool) {
    let controller = Mailbox()
    controller.isBadgeAlone = isAlone
    let window = TestWindow { MailboxView(controller: controller) }
    #expect(window.texts == ["0 new"])
    controller.badge.state.count = 1
    #expect(window.texts == ["1 new"])
    #expect(controller.badge.rendered == [0, 1])
  }
}

#endif
