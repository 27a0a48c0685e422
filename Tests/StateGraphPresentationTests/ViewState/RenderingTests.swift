import StateGraphPresentation
import Testing

@MainActor
@Suite struct RenderingTests {
  private let view = LabelView()

  @Test func `a set renders before it returns`() {
    view.state = .init(title: "a", count: 1)
    #expect(
      view.calls == [.init(state: .init(title: "a", count: 1), oldState: nil, animated: false)]
    )
    view.state.count = 2
    #expect(view.calls.count == 2)
    #expect(view.calls[1].oldState == .init(title: "a", count: 1))
  }

  @Test func `a state that equals the rendered one is not rendered`() {
    view.state.count = 1
    view.state = .init(count: 1)
    view.state.count = 1
    view.renderIfNeeded()
    #expect(view.counts == [1])
  }

  @Test func `the default state is rendered once`() {
    view.renderIfNeeded()
    view.renderIfNeeded()
    view.state = .init()
    #expect(view.calls == [.init(state: .init(), oldState: nil, animated: false)])
  }

  @Test func `update renders once, and returns the result of the closure`() {
    let old = view.update {
      $0.title = "b"
      $0.count += 1
      $0.count += 1
      return $0.title
    }
    #expect(old == "b")
    #expect(view.calls.map(\.state) == [.init(title: "b", count: 2)])
  }

  @Test func `an update that throws leaves the state, and renders nothing`() {
    struct Refused: Error {}
    view.state.count = 1
    #expect(throws: Refused.self) {
      try view.update {
        $0.count = 2
        throw Refused()
      }
    }
    #expect(view.state.count == 1)
    #expect(view.counts == [1])
  }

  @Test func `an update of the state renders once, and nothing if it throws`() {
    struct Refused: Error {}
    view.state.update {
      $0.title = "b"
      $0.count += 2
    }
    #expect(throws: Refused.self) {
      try view.state.update {
        $0.count = 9
        throw Refused()
      }
    }
    #expect(view.state == .init(title: "b", count: 2))
    #expect(view.calls.map(\.state) == [.init(title: "b", count: 2)])
  }

  @Test func `a view that is created with a state renders once, and is not animated`() {
    let view = LabelView(state: .init(count: 3))
    #expect(view.calls == [.init(state: .init(count: 3), oldState: nil, animated: false)])
    #expect(LabelView(state: .init()).calls.count == 1)
  }

  @Test func `only the first render of a view that can animate is not animated`() {
    view.canAnimate = true
    view.state.count = 1
    view.state.count = 2
    view.canAnimate = false
    view.state.count = 3
    #expect(view.calls.map(\.animated) == [false, true, false])
  }

  @Test func `a view that is not ready renders nothing, and then its last state once`() {
    view.isReadyToRender = false
    view.canAnimate = true
    view.state.count = 1
    view.state.count = 2
    view.renderIfNeeded()
    #expect(view.calls.isEmpty)
    view.isReadyToRender = true
    view.renderIfNeeded()
    #expect(view.calls == [.init(state: .init(count: 2), oldState: nil, animated: false)])
  }

  @Test func `a state that render sets is rendered after it`() {
    var order: [String] = []
    view.onRender = { [unowned view] state in
      order.append("begin \(state.count)")
      if state.count == 1 {
        view.state.count = 2
        view.state.count = 3
      }
      order.append("end \(state.count)")
    }
    view.state.count = 1
    #expect(order == ["begin 1", "end 1", "begin 3", "end 3"])
    #expect(view.calls[1].oldState == .init(count: 1))
  }

  @Test func `render can set the state that it renders`() {
    view.onRender = { [unowned view] in view.state = $0 }
    view.state.count = 1
    #expect(view.counts == [1])
  }

  @Test func `the hundredth set in a row is reported as a loop`() {
    var reports: [RenderingLoop] = []
    view.rendering.reportLoop = { reports.append($0) }
    view.onRender = { [unowned view] _ in view.state.count += 1 }
    view.state.count = 1
    #expect(view.counts == Array(1...100))
    #expect(view.state.count == 101)
    #expect(reports.map(\.host) == ["LabelView"])
    #expect(reports[0].description.contains("LabelView has set its own state 100 times in a row"))
    // The view works as before.
    view.onRender = { _ in }
    view.state.title = "c"
    #expect(view.calls.last?.state == .init(title: "c", count: 101))
    #expect(view.calls.last?.oldState == .init(count: 100))
  }

  @Test func `ninety-nine sets in a row are no loop`() {
    var reports = 0
    view.rendering.reportLoop = { _ in reports += 1 }
    view.onRender = { [unowned view] state in if state.count < 100 { view.state.count += 1 } }
    view.state.count = 1
    #expect(view.counts == Array(1...100))
    #expect(reports == 0)
  }

  @Test func `a view that has logged a loop goes on`() {
    view.onRender = { [unowned view] _ in view.state.count += 1 }
    view.state.count = 1
    #expect(view.calls.count == 100)
  }

  @Test func `two views that set each other end in a loop that is reported`() {
    let other = LabelView()
    var reports: Set<ObjectIdentifier> = []
    view.rendering.reportLoop = { [unowned view] _ in reports.insert(ObjectIdentifier(view)) }
    other.rendering.reportLoop = { _ in reports.insert(ObjectIdentifier(other)) }
    view.onRender = { other.state.count = $0.count + 1 }
    other.onRender = { [unowned view] in view.state.count = $0.count + 1 }
    view.state.count = 1
    #expect(reports == [ObjectIdentifier(view)])
    #expect(view.calls.count == 100)
  }

  @Test func `rendering is active during a render, and only then`() {
    let other = LabelView()
    var isActive: [Bool] = []
    other.onRender = { _ in isActive.append(Rendering.isActive) }
    view.onRender = { state in
      isActive.append(Rendering.isActive)
      other.state.count = state.count
      isActive.append(Rendering.isActive)
    }
    #expect(!Rendering.isActive)
    view.state.count = 1
    #expect(isActive == [true, true, true])
    #expect(!Rendering.isActive)
  }

  /// The form without `@Observed`.
  private final class PlainView: HeadlessView, HasViewState {
    typealias ViewState = LabelView.ViewState
    var state = ViewState() {
      didSet {
        renderIfNeeded(state: state, oldState: oldValue)
      }
    }
    var counts: [Int?] = []
    func render(state: ViewState, oldState: ViewState?, animated: Bool) {
      counts += [oldState?.count, state.count]
      if state.count == 1 { self.state.count = 2 }
    }
  }

  @Test func `a property with didSet follows the same rules`() {
    let view = PlainView(state: .init(count: 1))
    #expect(view.counts == [nil, 1, 1, 2])
    view.state.count = 2
    #expect(view.counts.count == 4)
    view.update { $0.count = 3 }
    #expect(view.counts == [nil, 1, 1, 2, 2, 3])
  }

  private final class ButtonView: HeadlessView, HasViewState, HasActions {
    struct ViewState: ViewStateProtocol { var title = "" }
    struct Actions { var press: () -> Void = {} }
    @Observed var state: ViewState
    var actions = Actions()
    var renders = 0
    func render(state: ViewState, oldState: ViewState?, animated: Bool) { renders += 1 }
  }

  @Test func `actions are called, and setting them renders nothing`() {
    let view = ButtonView(state: .init(title: "a"))
    var presses = 0
    view.actions.press = { presses += 1 }
    view.actions.press()
    #expect(presses == 1)
    #expect(view.renders == 1)
  }

  @Test func `a representable makes its host, and updates it`() {
    let host = LabelView.ViewState(count: 1).makeHost()
    LabelView.ViewState(count: 2).updateHost(host)
    LabelView.ViewState(count: 2).updateHost(host)
    #expect(host.counts == [1, 2])
  }

  @Test func `a preview shows its state`() {
    let preview = Preview("narrow", width: 320, height: 200) { LabelView.ViewState(count: 7) }
    #expect(preview.makeHost().counts == [7])
    #expect((preview.name, preview.width, preview.height) == ("narrow", 320, 200))
  }
}
