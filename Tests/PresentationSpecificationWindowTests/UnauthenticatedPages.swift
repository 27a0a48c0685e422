#if GTK
import StateGraph
import StateGraphGTK

// The pages of 004, ComposableUIKit, which only names them.

/// A page with a title, which shows views.
class PageController: WidgetController {
  fileprivate(set) var host = HostingView()
  override func loadView() -> WidgetView { host }
}

final class UnauthenticatedRootViewController: PageController {
  convenience init(viewStore: ViewStore<UnauthenticatedState, UnauthenticatedAction>) {
    self.init()
    title = "Welcome"
    host.show(
      VStack {
        Button("Log in") { viewStore.send(.showLogin) }
        Button("Register") { viewStore.send(.showRegistration) }
      }
    )
  }
}

/// Shows a part of the state of its segment, and only if the state asks for it.
final class CodeViewController: PageController {
  convenience init(viewStore: ViewStore<String, Never>) {
    self.init()
    title = "Code"
    host.show(Text("A code for \(viewStore.state)"))
  }
}

final class LoginViewController: PageController {
  convenience init(viewStore: ViewStore<LoginState, LoginAction>) {
    self.init()
    title = "Login"
    host.show(Button("Reset password") { viewStore.send(.showResetPassword) })
  }
}

final class ResetPasswordViewController: PageController {
  convenience init(viewStore: ViewStore<ResetPasswordState, ResetPasswordAction>) {
    self.init()
    title = "Reset"
    host.show(Button("Send") { viewStore.send(.send) })
  }
}

final class RegistrationViewController: PageController {
  convenience init(viewStore: ViewStore<RegistrationState, RegistrationAction>) {
    self.init()
    title = "Registration"
    host.show(
      TextField(
        "Name",
        text: Binding(get: { viewStore.name }, set: { viewStore.send(.enter($0)) })
      )
    )
  }
}

#endif
