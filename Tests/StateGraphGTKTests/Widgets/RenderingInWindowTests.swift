#if GTK
import CGTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

/// A controller whose `render` counts by itself.
private final class Counting: WidgetController, HasViewState {
  struct ViewState: ViewStateProtocol {
    var count = 0
    var limit = 0
  }

  @Observed var state: ViewState
  let label = LabelWidget()
  var renders: [(old: Int?, animated: Bool)] = []

  override func viewDidLoad() { view.append(label) }

  func render(state: ViewState, oldState: ViewState?, animated: Bool) {
    renders.append((oldState?.count, animated))
    label.text = "\(state.count)"
    if state.count < state.limit { self.state.count += 1 }
  }
}

/// A controller whose `render` changes a control of a view, as the user does.
private final class Echoing: WidgetController, HasViewState {
  struct ViewState: ViewStateProtocol { var text = "" }

  @Observed var state: ViewState
  let entered = Stored(wrappedValue: "entered")
  private lazy var host = HostingView { TextField("Name", text: entered.binding) }
  var change: (String) -> Void = { _ in }

  override func loadView() -> WidgetView { host }

  func render(state: ViewState, oldState: ViewState?, animated: Bool) { change(state.text) }
}

/// A widget without a content, and so without a size.
private final class Empty: WidgetView, HasViewState {
  struct ViewState: ViewStateProtocol { var count = 0 }

  @Observed var state: ViewState
  private(set) var animations: [Bool] = []

  func render(state: ViewState, oldState: ViewState?, animated: Bool) {
    animations.append(animated)
  }

  /// Whether the widget is on the screen.
  var isMapped: Bool { gtk_widget_get_mapped(handle.pointer) != 0 }
  var width: Int { Int(gtk_widget_get_width(handle.pointer)) }
}

private struct EmptyPlace: WidgetViewRepresentable {
  let widget: Empty

  func makeWidget() -> Empty { widget }
  func updateWidget(_ widget: Empty) {}
}

private struct Shown<Controller: WidgetController>: WidgetControllerRepresentable {
  let controller: Controller

  func makeController() -> Controller { controller }
  func updateController(_ controller: Controller) {}
}

@MainActor
@Suite(.windows, .windowTime)
struct RenderingInWindowTests {
  @Test func `a render that sets its own state for ever is reported, and the window goes on`() async
  {
    let controller = Counting()
    var loops: [RenderingLoop] = []
    controller.rendering.reportLoop = { loops.append($0) }
    let window = TestWindow { Shown(controller: controller) }
    #expect(window.texts == ["0"])
    controller.state.limit = .max
    #expect(loops.map(\.host) == ["Counting"])
    #expect(window.texts == ["\(Rendering.limit - 1)"])
    controller.state = .init(count: 7, limit: 7)
    #expect(window.texts == ["7"])
    await window.waitForFrames(2)
    #expect(loops.count == 1)
  }

  @Test func `a render that sets its state ninety-nine times shows the last one`() {
    let controller = Counting()
    var loops: [RenderingLoop] = []
    controller.rendering.reportLoop = { loops.append($0) }
    let window = TestWindow { Shown(controller: controller) }
    controller.state.limit = Rendering.limit - 1
    #expect(window.texts == ["\(Rendering.limit - 1)"])
    #expect(loops.isEmpty)
  }

  @Test func `what a render does to a control is no input of the user`() async {
    let controller = Echoing()
    let window = TestWindow { Shown(controller: controller) }
    controller.change = { text in window.find("Name")?.type(text) }
    controller.state.text = "set by code"
    #expect(controller.entered.wrappedValue == "entered")
    window.find("Name")?.type("typed")
    #expect(controller.entered.wrappedValue == "typed")
    await MainLoop.waitUntilIdle()
    #expect(window.find("Name")?.text == "typed")
  }

  @Test func `a render is animated if the window is drawn and the desktop allows it`() async {
    let controller = Counting()
    TestLoop.setAnimations(true)
    defer { TestLoop.setAnimations(false) }
    let window = TestWindow { Shown(controller: controller) }
    await window.waitForFrames(2)
    controller.state.count = 1
    TestLoop.setAnimations(false)
    controller.state.count = 2
    TestLoop.setAnimations(true)
    window.close()
    controller.state.count = 3
    #expect(controller.renders.map(\.old) == [nil, 0, 1, 2])
    #expect(controller.renders.map(\.animated) == [false, true, false, false])
  }

  @Test func `a render is animated if the widget is on the screen and has a size`() async {
    let widget = Empty()
    TestLoop.setAnimations(true)
    defer { TestLoop.setAnimations(false) }
    let window = TestWindow {
      HStack {
        EmptyPlace(widget: widget)
        Text("beside")
      }
    }
    await window.waitForFrames(2)
    #expect(widget.isMapped && widget.width == 0)
    widget.state.count = 1
    let label = LabelWidget()
    label.text = "content"
    widget.append(label)
    await window.waitForFrames(2)
    #expect(widget.isMapped && widget.width > 0)
    widget.state.count = 2
    // A stack of pages hides the pages below in the same way.
    gtk_widget_set_child_visible(widget.handle.pointer, 0)
    #expect(!widget.isMapped && widget.width > 0)
    widget.state.count = 3
    #expect(widget.animations == [false, false, true, false])
  }
}

#endif
