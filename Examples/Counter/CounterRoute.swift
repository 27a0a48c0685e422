#if GTK
import StateGraphGTK

/// A page of the window as a link: `counter://shared` or `counter://account/login/reset`.
enum CounterRoute: Route, CaseIterable {
  case machine, shared, viewState, account, login, resetPassword, registration

  private static let paths: [(CounterRoute, [String])] = [
    (.machine, ["machine"]), (.shared, ["shared"]), (.viewState, ["view-state"]),
    (.account, ["account"]), (.login, ["account", "login"]),
    (.resetPassword, ["account", "login", "reset"]), (.registration, ["account", "register"]),
  ]

  init?(_ link: Link) {
    guard link.scheme == "counter", let found = Self.paths.first(where: { $0.1 == link.path })
    else { return nil }
    self = found.0
  }

  var link: Link? {
    Self.paths.first { $0.0 == self }.flatMap { Link(scheme: "counter", path: $0.1) }
  }

  /// The state of the account at this place.
  var account: AccountState {
    switch self {
    case .machine, .shared, .viewState, .account: AccountState()
    case .login: AccountState(login: LoginState())
    case .resetPassword:
      AccountState(login: LoginState(resetPassword: ResetPasswordState()))
    case .registration: AccountState(registration: RegistrationState())
    }
  }
}

#endif
