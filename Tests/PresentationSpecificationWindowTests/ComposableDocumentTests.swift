#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

@MainActor
@Suite(.windows, .windowTime)
struct ComposableDocumentTests {
  private let model = ShownFlow()

  private func open() -> TestWindow {
    let controller = model.makeController()
    return TestWindow { FlowView(controller: controller) }
  }

  @Test func `a button opens a page, and the back button closes it by the dismiss action`() async {
    let window = open()
    #expect(window.texts == ["Welcome"])
    #expect(window.find("Back") == nil)
    window.press("Log in")
    await window.until { window.texts == ["Login"] }
    #expect(window.press("Back"))
    #expect(model.sent.actions == [.showLogin, .dismissLogin])
    await window.until { window.texts == ["Welcome"] }
  }

  @Test func `a state of three segments shows the deepest page, and goes back one by one`() async {
    model.state.login = LoginState(resetPassword: ResetPasswordState())
    let window = open()
    #expect(window.texts == ["Reset"])
    window.press("Back")
    await window.until { window.texts == ["Login"] }
    window.press("Back")
    await window.until { window.texts == ["Welcome"] }
    #expect(model.sent.actions == [.login(.dismissResetPassword), .dismissLogin])
  }

  @Test func `a segment shows a second page while the state asks for it, and is left with both`()
    async
  {
    model.state.login = LoginState(name: "Ada", needsCode: true)
    let window = open()
    #expect(window.texts == ["Code", "A code for Ada"])
    model.state.login?.needsCode = false
    await window.until { window.texts == ["Login"] }
    model.state.login?.needsCode = true
    await window.until { window.texts.first == "Code" }
    window.press("Back")
    await window.until { window.texts == ["Welcome"] }
    #expect(model.sent.actions == [.dismissLogin])
  }

  @Test func `a page sends the actions of its segment`() async {
    model.state.login = LoginState(resetPassword: ResetPasswordState())
    let window = open()
    window.press("Send")
    #expect(model.sent.actions == [.login(.resetPassword(.send))])
    #expect(model.state.login?.resetPassword?.isSent == true)
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["Reset"])
  }

  @Test func `a second bind ends the first binding, and shows its own pages`() async {
    let controller = model.makeController()
    let window = TestWindow { FlowView(controller: controller) }
    let other = ShownFlow()
    other.state.registration = RegistrationState()
    controller.composable.bind(
      store: other.flow.unauthenticatedStore,
      makeRootSegment: { store in
        NavSegment(id: UnauthenticatedNavSegmentID.registration, store: store) { store in
          NavSegment.ViewController(store: store) { _ in LoginViewController() }
        }
      },
      makeDismissAction: \.dismissAction
    )
    #expect(controller.pageCount == 1)
    model.state.login = LoginState(resetPassword: ResetPasswordState())
    await MainLoop.waitUntilIdle()
    #expect(controller.pageCount == 1)
    #expect(window.find("Back") == nil)
    #expect(model.sent.actions.isEmpty && other.sent.actions.isEmpty)
  }

  @Test func `a refused dismissal moves nothing`() async {
    model.state.registration = RegistrationState(name: "Ada")
    let window = open()
    window.press("Back")
    await MainLoop.waitUntilIdle()
    #expect(model.sent.actions == [.dismissRegistration])
    #expect(window.texts == ["Registration"])
    #expect(window.find("Name")?.text == "Ada")
  }

  @Test func `a cancelled binding keeps its page and sends nothing`() async {
    let controller = model.makeController()
    let window = TestWindow { FlowView(controller: controller) }
    window.press("Log in")
    await window.until { window.texts == ["Login"] }
    controller.composable.bindingLifetime.cancel()
    window.press("Back")
    await MainLoop.waitUntilIdle()
    #expect(model.sent.actions == [.showLogin])
    #expect(window.texts == ["Login"])
  }
}

#endif
