#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import TestSupport
import Testing

private struct Flow: WidgetControllerRepresentable {
  let controller: NavigationController

  func makeController() -> NavigationController { controller }
  func updateController(_ controller: NavigationController) {}
}

/// What the window shows, by the state alone.
private func titles(of state: UnauthenticatedState) -> [String] {
  var titles = ["Welcome"]
  if let login = state.login {
    titles.append("Login")
    if login.resetPassword != nil { titles.append("Reset") }
  } else if state.registration != nil {
    titles.append("Registration")
  }
  return titles
}

private func randomState(_ random: inout SeededRandom) -> UnauthenticatedState {
  var state = UnauthenticatedState()
  if Bool.random(using: &random) {
    state.login = LoginState()
    if Bool.random(using: &random) { state.login?.resetPassword = ResetPasswordState() }
  }
  if Bool.random(using: &random) {
    state.registration = RegistrationState(name: Bool.random(using: &random) ? "" : "Ada")
  }
  return state
}

@MainActor
@Suite(.windows, .timeLimit(.minutes(2)))
struct GestureTests {
  private let model = Unauthenticated()

  private func open() -> (NavigationController, TestWindow) {
    let controller = makeNavigationController(store: model.store)
    return (controller, TestWindow { Flow(controller: controller) })
  }

  @Test(arguments: ["Alt+Left", "the mouse's back button", "a click on Back"])
  func `each gesture of a user sends the dismiss action of the last segment`(
    gesture: String
  ) async throws {
    model.state.wrappedValue.login = LoginState(resetPassword: ResetPasswordState())
    let (_, window) = open()
    switch gesture {
    case "Alt+Left": try await window.key("alt+Left")
    case "the mouse's back button": try await window.click("Back", button: 8)
    default: try await window.click("Back")
    }
    await window.until { window.texts.first == "Login" }
    #expect(model.actions == [.login(.dismissResetPassword)])
  }

  @Test func `the list of a long press sends the dismiss actions, the deepest first`() async throws
  {
    model.state.wrappedValue.login = LoginState(resetPassword: ResetPasswordState())
    let (_, window) = open()
    try await window.click("Back", for: 0.8)
    #expect(window.press("Welcome"))
    await window.until { window.texts.first == "Welcome" }
    #expect(model.actions == [.login(.dismissResetPassword), .dismissLogin])
  }

  @Test(arguments: [TestSeed.current])
  func `after 500 random changes and gestures the window shows the state`(
    seed: UInt64
  ) async throws {
    var random = SeededRandom(seed: seed)
    let (controller, window) = open()
    for _ in 0..<500 {
      let before = model.state.wrappedValue
      model.actions = []
      if Bool.random(using: &random) {
        model.state.wrappedValue = randomState(&random)
      } else {
        window.press("Back")
        #expect(model.actions == expectedDismissal(of: before))
      }
      await MainLoop.waitUntilIdle()
      let shown = titles(of: model.state.wrappedValue)
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
      model.state.wrappedValue = randomState(&random)
      if round.isMultiple(of: 10) { await MainLoop.waitUntilIdle() }
    }
    model.state.wrappedValue = UnauthenticatedState()
    await MainLoop.waitUntilIdle()
    #expect(controller.pageCount == 1)
    #expect([WidgetHandle.liveCount, ViewNode.liveCount] == before)
    #expect(window.texts.first == "Welcome")
  }

  @Test func `a page that slides out is removed when its slide has ended`() async {
    TestLoop.setAnimations(true)
    defer { TestLoop.setAnimations(false) }
    model.state.wrappedValue.login = LoginState()
    let (controller, window) = open()
    await window.waitForFrames(2)
    model.state.wrappedValue.login = nil
    await MainLoop.waitUntilIdle()
    await window.until { controller.pageCount == 1 }
    #expect(window.texts.first == "Welcome")
  }

  private func expectedDismissal(of state: UnauthenticatedState) -> [UnauthenticatedAction] {
    switch titles(of: state).last {
    case "Reset": [.login(.dismissResetPassword)]
    case "Login": [.dismissLogin]
    case "Registration": [.dismissRegistration]
    default: []
    }
  }
}

#endif
