#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import TestSupport
import Testing

/// What the window shows, by the state alone.
private func titles(of state: UnauthenticatedState) -> [String] {
  var titles = ["Welcome"]
  if let login = state.login {
    titles.append("Login")
    if login.needsCode { titles.append("Code") }
    if login.resetPassword != nil { titles.append("Reset") }
  } else if state.registration != nil {
    titles.append("Registration")
  }
  return titles
}

private func randomState(_ random: inout SeededRandom) -> UnauthenticatedState {
  var state = UnauthenticatedState()
  if Bool.random(using: &random) {
    state.login = LoginState(needsCode: Bool.random(using: &random))
    if Bool.random(using: &random) { state.login?.resetPassword = ResetPasswordState() }
  }
  if Bool.random(using: &random) {
    state.registration = RegistrationState(name: Bool.random(using: &random) ? "" : "Ada")
  }
  return state
}

@MainActor
@Suite(.windows, .windowTime)
struct DocumentGestureTests {
  private let model = ShownFlow()

  private func open() -> (UINavigationController, TestWindow) {
    let controller = model.makeController()
    return (controller, TestWindow { FlowView(controller: controller) })
  }

  @Test(arguments: ["Alt+Left", "the mouse's back button", "a click on Back", "a swipe"])
  func `each gesture of a user sends the dismiss action of the last segment`(
    gesture: String
  ) async throws {
    model.state.login = LoginState(resetPassword: ResetPasswordState())
    let (_, window) = open()
    switch gesture {
    case "Alt+Left": try await window.key("alt+Left")
    case "the mouse's back button": try await window.click("Back", button: 8)
    case "a swipe":
      // The display has no touch screen.
      window.acceptSwipesOfMouse()
      // GTK takes no swipe from a drag that the busy machine made slow.
      let deadline = TestDeadline()
      while model.sent.actions.isEmpty, !deadline.hasPassed {
        try await window.drag(x: 160, y: 8)
        await MainLoop.waitUntilIdle()
      }
    default: try await window.click("Back")
    }
    await window.until { window.texts.first == "Login" }
    #expect(model.sent.actions == [.login(.dismissResetPassword)])
  }

  @Test func `a swipe to the left, up or down asks for nothing`() async throws {
    model.state.login = LoginState()
    let (_, window) = open()
    window.acceptSwipesOfMouse()
    try await window.drag(x: -160, y: 0)
    try await window.drag(x: 40, y: 120)
    try await window.drag(x: 0, y: -120)
    await MainLoop.waitUntilIdle()
    #expect(model.sent.actions.isEmpty)
    #expect(window.texts == ["Login"])
  }

  @Test func `the list of a long press sends the dismiss actions, the deepest first`() async throws
  {
    model.state.login = LoginState(resetPassword: ResetPasswordState())
    let (_, window) = open()
    // A press is long after half a second, which begins when GTK has got to it.
    try await window.click("Back", for: 3)
    #expect(window.press("Welcome"))
    await window.until { window.texts.first == "Welcome" }
    #expect(model.sent.actions == [.login(.dismissResetPassword), .dismissLogin])
  }

  @Test func `on the first page no gesture asks for anything`() async throws {
    let (controller, window) = open()
    #expect(window.find("Back") == nil)
    for gesture in TestGesture.allCases { window.perform(gesture) }
    await MainLoop.waitUntilIdle()
    #expect(model.sent.actions.isEmpty)
    #expect(controller.pageCount == 1)
  }

  @Test(arguments: [TestSeed.current])
  func `after 500 random changes and gestures the window shows the state`(
    seed: UInt64
  ) async throws {
    var random = SeededRandom(seed: seed)
    let (controller, window) = open()
    for _ in 0..<500 {
      let before = model.state
      model.sent.actions = []
      if Bool.random(using: &random) {
        model.state = randomState(&random)
      } else {
        window.press("Back")
        #expect(model.sent.actions == expectedDismissal(of: before))
      }
      await MainLoop.waitUntilIdle()
      let shown = titles(of: model.state)
      #expect(window.texts.first == shown.last)
      #expect(controller.pageCount == shown.count)
    }
  }

  @Test func `1000 changes of the state leave no page`() async {
    let (controller, window) = open()
    await MainLoop.waitUntilIdle()
    let before = [WidgetHandle.liveCount, ViewNode.liveCount]
    var random = SeededRandom(seed: 1)
    for round in 0..<1_000 {
      model.state = randomState(&random)
      if round.isMultiple(of: 10) { await MainLoop.waitUntilIdle() }
    }
    model.state = UnauthenticatedState()
    await MainLoop.waitUntilIdle()
    #expect(controller.pageCount == 1)
    #expect([WidgetHandle.liveCount, ViewNode.liveCount] == before)
    #expect(window.texts.first == "Welcome")
  }

  @Test func `a page that slides out is removed when its slide has ended`() async {
    TestLoop.setAnimations(true)
    defer { TestLoop.setAnimations(false) }
    model.state.login = LoginState()
    let (controller, window) = open()
    await window.waitForFrames(2)
    model.state.login = nil
    // The slide begins, and no frame of it is drawn yet.
    var pageCount = 0
    await window.until {
      pageCount = controller.pageCount
      return window.texts.first == "Welcome"
    }
    #expect(pageCount == 2)
    await window.until { controller.pageCount == 1 }
    #expect(window.texts.first == "Welcome")
  }

  private func expectedDismissal(of state: UnauthenticatedState) -> [UnauthenticatedAction] {
    switch titles(of: state).last {
    case "Reset": [.login(.dismissResetPassword)]
    case "Login", "Code": [.dismissLogin]
    case "Registration": [.dismissRegistration]
    default: []
    }
  }
}

#endif
