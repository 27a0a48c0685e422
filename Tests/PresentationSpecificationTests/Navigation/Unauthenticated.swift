import StateGraphPresentation

// The states and actions of the fourth document, which only names them.

struct UnauthenticatedState: Equatable {
  var login: LoginState?
  var registration: RegistrationState?
}

struct LoginState: Equatable {
  var name = ""
  var needsCode = false
  var resetPassword: ResetPasswordState?
}

struct RegistrationState: Equatable {
  var name = ""
}

struct ResetPasswordState: Equatable {
  var isSent = false
}

enum UnauthenticatedAction: Equatable {
  case login(LoginAction)
  case registration(RegistrationAction)
  case dismissLogin
  case dismissRegistration
}

enum LoginAction: Equatable {
  case enter(String)
  case resetPassword(ResetPasswordAction)
  case dismissResetPassword
}

enum RegistrationAction: Equatable {
  case enter(String)
}

enum ResetPasswordAction: Equatable {
  case send
}

enum UnauthenticatedNavSegmentID {
  case root, login, registration, resetPassword
}

extension UnauthenticatedState {
  mutating func reduce(_ action: UnauthenticatedAction) {
    switch action {
    case .login(.enter(let name)): login?.name = name
    case .login(.resetPassword(.send)): login?.resetPassword?.isSent = true
    case .login(.dismissResetPassword): login?.resetPassword = nil
    case .registration(.enter(let name)): registration?.name = name
    case .dismissLogin: login = nil
    case .dismissRegistration: registration = nil
    }
  }
}

class PageController<State: Sendable, Action>: UIViewController {
  let viewStore: ViewStore<State, Action>

  init(viewStore: ViewStore<State, Action>) {
    self.viewStore = viewStore
    super.init()
  }

  required init() { fatalError("a page needs a store") }
}

final class UnauthenticatedRootViewController: PageController<
  UnauthenticatedState, UnauthenticatedAction
>
{}
final class LoginViewController: PageController<LoginState, LoginAction> {}
final class CodeViewController: PageController<String, Never> {}
final class RegistrationViewController: PageController<RegistrationState, RegistrationAction> {}
final class ResetPasswordViewController: PageController<ResetPasswordState, ResetPasswordAction> {}

struct Dependencies {
  var isDecorated = false
  var decorated: Dependencies { Dependencies(isDecorated: true) }
}
