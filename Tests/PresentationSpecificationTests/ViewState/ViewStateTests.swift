import StateGraphPresentation
import Testing

extension ViewController {
  fileprivate var shown: (text: String?, color: UIColor?, sets: Int) {
    let label = view.labels.first
    return (label?.text, label?.textColor, label?.sets ?? 0)
  }
}

@MainActor
@Suite struct ViewStateTests {
  @Test func `a controller shows its state when its view is loaded, and then each new state`() {
    let controller = ViewController()
    controller.state.labelText = "a"
    #expect(controller.shown.sets == 0)
    controller.loadViewIfNeeded()
    #expect(controller.shown == ("a", .black, 2))
    controller.state.labelColor = .blue
    #expect(controller.shown == ("a", .blue, 4))
    controller.state.labelColor = .blue
    #expect(controller.shown.sets == 4)
  }

  @Test func `a controller shows the default state`() {
    let controller = ViewController()
    controller.loadViewIfNeeded()
    #expect(controller.shown == ("", .black, 2))
  }

  @Test func `update renders once`() {
    let controller = ViewController(state: .init(labelText: "a"))
    controller.loadViewIfNeeded()
    controller.update {
      $0.labelText = "b"
      $0.labelColor = .blue
    }
    #expect(controller.shown == ("b", .blue, 4))
  }

  @Test func `a controller without the property wrapper renders in didSet`() {
    let controller = PlainViewController()
    controller.loadViewIfNeeded()
    controller.state.labelText = "a"
    controller.state.labelText = "a"
    #expect(controller.view.labels.map(\.text) == ["a"])
    #expect(controller.view.labels.map(\.sets) == [2])
  }

  @Test func `a state represents its controller`() {
    let controller = ViewController.ViewState(labelText: "a").makeHost()
    controller.loadViewIfNeeded()
    ViewController.ViewState(labelText: "b", labelColor: .blue).updateHost(controller)
    #expect(controller.shown == ("b", .blue, 4))
  }

  @Test func `the previews show their states`() throws {
    let group = try #require(ViewController_Previews.previews as? Group)
    let previews = group.members.compactMap { $0 as? DevicePreview<ViewController.ViewState> }
    #expect(previews.map(\.preview.name) == ["iPhone 11 Pro Max", "iPhone SE"])
    let controllers = previews.map { $0.preview.makeHost() }
    for controller in controllers { controller.loadViewIfNeeded() }
    #expect(controllers.map(\.shown.text) == ["Test 1", "Test 2"])
    #expect(controllers.map(\.shown.color) == [.black, .blue])
  }
}
