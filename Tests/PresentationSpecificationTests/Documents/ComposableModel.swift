#if GTK || HEADLESS
import StateGraphPresentation

// The states and actions of 004, ComposableUIKit, which only names them.

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
  case showLogin
  case showRegistration
  case login(LoginAction)
  case registration(RegistrationAction)
  case dismissLogin
  case dismissRegistration
}

enum LoginAction: Equatable {
  case showResetPassword
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
    case .showLogin: login = LoginState()
    case .showRegistration: registration = RegistrationState()
    case .login(.showResetPassword): login?.resetPassword = ResetPasswordState()
    case .login(.enter(let name)): login?.name = name
    case .login(.resetPassword(.send)): login?.resetPassword?.isSent = true
    case .login(.dismissResetPassword): login?.resetPassword = nil
    case .registration(.enter(let name)): registration?.name = name
    case .dismissLogin: login = nil
    // A name that is not saved refuses.
    case .dismissRegistration where registration?.name.isEmpty == false: break
    case .dismissRegistration: registration = nil
    }
  }
}

struct Dependencies {
  var isDecorated = false
  var decorated: Dependencies { Dependencies(isDecorated: true) }
}

#endif
