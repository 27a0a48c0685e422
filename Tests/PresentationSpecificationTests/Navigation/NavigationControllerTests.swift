import StateGraph
import StateGraphPresentation
import Testing

/// What the fourth document says about its navigation controller.
@MainActor
@Suite(.serialized) struct NavigationControllerTests {
  final class Sent {
    var actions: [UnauthenticatedAction] = []
  }

  private let sent = Sent()
  private let flow: UnauthenticatedFlow
  private let navigationController: UINavigationController

  init() {
    flow = UnauthenticatedFlow { [sent] in sent.actions.append($0) }
    navigationController = flow.makeNavigationController(store: flow.unauthenticatedStore)
  }

  /// The stack as the names of its classes.
  private var stack: [String] {
    navigationController.viewControllers.map { "\(type(of: $0))" }
  }

  /// Lets the controller look at the state.
  private func finishJobs() async {
    await Task { @MainActor in }.value
  }

  @Test func `the root is shown first, and only the first of two active segments follows`() async {
    #expect(stack == ["UnauthenticatedRootViewController"])
    flow.node.wrappedValue = .init(login: .init(), registration: .init())
    await finishJobs()
    #expect(stack == ["UnauthenticatedRootViewController", "LoginViewController"])
    flow.node.wrappedValue.login = nil
    await finishJobs()
    #expect(stack == ["UnauthenticatedRootViewController", "RegistrationViewController"])
  }

  @Test func `a segment shows any number of controllers, and some only under a condition`() async {
    flow.node.wrappedValue.login = .init(name: "Ada", needsCode: true)
    await finishJobs()
    #expect(stack.dropFirst() == ["LoginViewController", "CodeViewController"])
    let code = navigationController.viewControllers.last as? CodeViewController
    #expect(code?.viewStore.state == "Ada")
    flow.node.wrappedValue.login?.needsCode = false
    await finishJobs()
    #expect(stack.dropFirst() == ["LoginViewController"])
  }

  @Test func `back sends the dismiss action of the segment`() async {
    flow.node.wrappedValue.login = .init(resetPassword: .init())
    await finishJobs()
    #expect(stack.dropFirst() == ["LoginViewController", "ResetPasswordViewController"])
    navigationController.pressBack()
    #expect(sent.actions == [.login(.dismissResetPassword)])
    await finishJobs()
    #expect(stack.dropFirst() == ["LoginViewController"])
    navigationController.pressBack()
    await finishJobs()
    #expect(sent.actions == [.login(.dismissResetPassword), .dismissLogin])
    #expect(!navigationController.hasBackButton)
  }

  @Test func `a long press goes back over several segments, the deepest first`() async {
    flow.node.wrappedValue.login = .init(needsCode: true, resetPassword: .init())
    await finishJobs()
    #expect(
      navigationController.backList.map { "\(type(of: $0))" }
        == ["CodeViewController", "UnauthenticatedRootViewController"]
    )
    navigationController.chooseInBackList(1)
    #expect(sent.actions == [.login(.dismissResetPassword), .dismissLogin])
    await finishJobs()
    #expect(stack == ["UnauthenticatedRootViewController"])
  }

  @Test func `a page sends the actions of its segment`() async throws {
    flow.node.wrappedValue.login = .init(resetPassword: .init())
    await finishJobs()
    let controllers = navigationController.viewControllers
    let reset = try #require(controllers.last as? ResetPasswordViewController)
    reset.viewStore.send(.send)
    #expect(sent.actions == [.login(.resetPassword(.send))])
    #expect(reset.viewStore.isSent)
    let login = try #require(controllers[1] as? LoginViewController)
    login.viewStore.send(.enter("Ada"))
    #expect(flow.node.wrappedValue.login?.name == "Ada")
    await finishJobs()
    #expect(navigationController.transitions.count == 2)
  }

  @Test func `the binding ends by cancel`() async {
    navigationController.composable.bindingLifetime.cancel()
    flow.node.wrappedValue.login = .init()
    await finishJobs()
    #expect(stack == ["UnauthenticatedRootViewController"])
  }

  @Test func `the binding ends when the controller is bound again`() async {
    let other = UnauthenticatedFlow(.init(registration: .init())) { _ in }
    navigationController.composable.bind(
      store: other.unauthenticatedStore,
      makeRootSegment: { store in
        NavSegment(id: UnauthenticatedNavSegmentID.root, store: store) { store in
          NavSegment.ViewController(
            store: store,
            make: UnauthenticatedRootViewController.init(viewStore:)
          )
        }
      },
      makeDismissAction: \.dismissAction
    )
    flow.node.wrappedValue.login = .init()
    await finishJobs()
    #expect(stack == ["UnauthenticatedRootViewController"])
    #expect(navigationController.transitions.map(\.animated) == [false, false])
  }

  @Test func `the binding ends with the controller`() async {
    var controller: UINavigationController? = flow.makeNavigationController(
      store: flow.unauthenticatedStore
    )
    weak let root = controller?.viewControllers.first
    #expect(root != nil)
    controller = nil
    await finishJobs()
    #expect(root == nil)
  }

  @Test func `a route is restored by setting the state before bind`() {
    let flow = UnauthenticatedFlow(.init(login: .init(resetPassword: .init()))) { _ in }
    let controller = flow.makeNavigationController(store: flow.unauthenticatedStore)
    #expect(controller.viewControllers.count == 3)
    #expect(controller.transitions.map(\.animated) == [false])
  }
}
