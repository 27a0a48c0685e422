#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

private struct Flow: WidgetControllerRepresentable {
  let controller: NavigationController

  func makeController() -> NavigationController { controller }
  func updateController(_ controller: NavigationController) {}
}

@MainActor
@Suite(.windows, .timeLimit(.minutes(1)))
struct ComposableDocumentTests {
  private let model = Unauthenticated()

  private func open() -> TestWindow {
    let controller = makeNavigationController(store: model.store)
    return TestWindow { Flow(controller: controller) }
  }

  @Test func `a button opens a page, and the back button closes it by the dismiss action`() async {
    let window = open()
    #expect(window.texts == ["Welcome"])
    #expect(window.find("Back") == nil)
    window.press("Log in")
    await window.until { window.texts == ["Login"] }
    #expect(window.press("Back"))
    #expect(model.actions == [.showLogin, .dismissLogin])
    await window.until { window.texts == ["Welcome"] }
  }

  @Test func `a state of three segments shows the deepest page, and goes back one by one`() async {
    model.state.wrappedValue.login = LoginState(resetPassword: ResetPasswordState())
    let window = open()
    #expect(window.texts == ["Reset", "We send you a mail."])
    window.press("Back")
    await window.until { window.texts == ["Login"] }
    window.press("Back")
    await window.until { window.texts == ["Welcome"] }
    #expect(model.actions == [.login(.dismissResetPassword), .dismissLogin])
  }

  @Test func `a refused dismissal moves nothing`() async {
    model.state.wrappedValue.registration = RegistrationState(name: "Ada")
    let window = open()
    window.press("Back")
    await MainLoop.waitUntilIdle()
    #expect(model.actions == [.dismissRegistration])
    #expect(window.texts == ["Registration"])
    #expect(window.find("Name")?.text == "Ada")
  }

  @Test func `a cancelled binding keeps its page and sends nothing`() async {
    let controller = makeNavigationController(store: model.store)
    let window = TestWindow { Flow(controller: controller) }
    window.press("Log in")
    await window.until { window.texts == ["Login"] }
    controller.composable.bindingLifetime.cancel()
    window.press("Back")
    await MainLoop.waitUntilIdle()
    #expect(model.actions == [.showLogin])
    #expect(window.texts == ["Login"])
  }
}

#endif
