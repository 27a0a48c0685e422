#if GTK
import StateGraph
import StateGraphGTK

/// The state of a visitor who logs in, registers, or resets a password. A property that is not nil
/// stands for an open page.
struct AccountState: Equatable, Sendable {
  var login: LoginState?
  var registration: RegistrationState?
}

struct LoginState: Equatable, Sendable {
  var name = ""
  var resetPassword: ResetPasswordState?
}

struct ResetPasswordState: Equatable, Sendable {
  var email = ""
}

struct RegistrationState: Equatable, Sendable {
  var name = ""
  /// Not nil while an alert asks whether the entered name may be discarded.
  var question: DiscardQuestion?
}

struct DiscardQuestion: Equatable, Sendable {}

enum AccountAction {
  case showLogin, showRegistration, dismissLogin, dismissRegistration
  case login(LoginAction)
  case registration(RegistrationAction)
}

enum LoginAction {
  case setName(String)
  case showResetPassword, dismissResetPassword
  case resetPassword(ResetPasswordAction)
}

enum ResetPasswordAction { case setEmail(String) }

enum RegistrationAction {
  case setName(String)
  case question(DiscardAction)
}

enum DiscardAction { case discard, keep }

/// Owns the state of the account example, and changes it for each action.
@MainActor
final class AccountModel {
  let state = Stored(wrappedValue: AccountState())

  var store: Store<AccountState, AccountAction> {
    Store(state: state) { [weak self] in self?.send($0) }
  }

  func send(_ action: AccountAction) {
    var new = state.wrappedValue
    switch action {
    case .showLogin: new.login = LoginState()
    case .showRegistration: new.registration = RegistrationState()
    case .dismissLogin: new.login = nil
    case .dismissRegistration:
      // If the user has entered a name, the page stays open, and an alert asks the user first.
      if new.registration?.name.isEmpty == false {
        new.registration?.question = DiscardQuestion()
      } else {
        new.registration = nil
      }
    case .login(.setName(let name)): new.login?.name = name
    case .login(.showResetPassword): new.login?.resetPassword = ResetPasswordState()
    case .login(.dismissResetPassword): new.login?.resetPassword = nil
    case .login(.resetPassword(.setEmail(let email))): new.login?.resetPassword?.email = email
    case .registration(.setName(let name)): new.registration?.name = name
    case .registration(.question(.discard)): new.registration = nil
    case .registration(.question(.keep)): new.registration?.question = nil
    }
    state.wrappedValue = new
  }
}

#endif
