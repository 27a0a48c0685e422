#if GTK
import StateGraph
import StateGraphGTK

// The code of 004, ComposableUIKit, with its import changed. The class stands for that of UIKit.
typealias UINavigationController = NavigationController

// The document does not show the state and its actions.
struct ResetPasswordState: Equatable, Sendable { var email = "" }
struct LoginState: Equatable, Sendable {
  var resetPassword: ResetPasswordState?
}
struct RegistrationState: Equatable, Sendable {
  var name = ""
}
struct UnauthenticatedState: Equatable, Sendable {
  var login: LoginState?
  var registration: RegistrationState?
}

enum ResetPasswordAction: Equatable { case none }
enum LoginAction: Equatable {
  case showResetPassword
  case dismissResetPassword
  case resetPassword(ResetPasswordAction)
}
enum RegistrationAction: Equatable { case setName(String) }
enum UnauthenticatedAction: Equatable {
  case showLogin
  case showRegistration
  case login(LoginAction)
  case registration(RegistrationAction)
  case dismissLogin
  case dismissRegistration
}

enum UnauthenticatedNavSegmentID: Hashable { case root, login, registration, resetPassword }

@MainActor
final class Unauthenticated {
  let state = Stored(wrappedValue: UnauthenticatedState())
  var actions: [UnauthenticatedAction] = []

  var store: Store<UnauthenticatedState, UnauthenticatedAction> {
    Store(state: state) { [weak self] in self?.take($0) }
  }

  private func take(_ action: UnauthenticatedAction) {
    actions.append(action)
    switch action {
    case .showLogin: state.wrappedValue.login = LoginState()
    case .showRegistration: state.wrappedValue.registration = RegistrationState()
    case .dismissLogin: state.wrappedValue.login = nil
    // A name that is not saved refuses.
    case .dismissRegistration where state.wrappedValue.registration?.name.isEmpty == false: break
    case .dismissRegistration: state.wrappedValue.registration = nil
    case .login(.showResetPassword): state.wrappedValue.login?.resetPassword = .init()
    case .login(.dismissResetPassword): state.wrappedValue.login?.resetPassword = nil
    case .login(.resetPassword): break
    case .registration(.setName(let name)): state.wrappedValue.registration?.name = name
    }
  }
}

@MainActor
func makeNavigationController(
  store unauthenticatedStore: Store<UnauthenticatedState, UnauthenticatedAction>
) -> UINavigationController {
  UINavigationController()
    .composable
    .bind(
      store: unauthenticatedStore,
      makeRootSegment: { unauthenticatedStore in
        makeUnauthenticatedRootSegment(
          store: unauthenticatedStore
        )
      },
      makeDismissAction: \.dismissAction
    )
}

extension UnauthenticatedNavSegmentID {
  var dismissAction: UnauthenticatedAction? {
    switch self {
    case .root:
      return nil
    case .login:
      return .dismissLogin
    case .registration:
      return .dismissRegistration
    case .resetPassword:
      return .login(.dismissResetPassword)
    }
  }
}

@MainActor
private func makeUnauthenticatedRootSegment(
  store: Store<UnauthenticatedState, UnauthenticatedAction>
) -> NavSegment<UnauthenticatedNavSegmentID> {
  NavSegment(
    id: .root,
    store: store,
    viewControllers: { store in
      NavSegment.ViewController(
        store: store,
        make: UnauthenticatedRootViewController.init(viewStore:)
      )
    },
    nextSegment: { store in
      NavSegment.Next(
        store: store,
        toLocalState: \.login,
        fromLocalAction: UnauthenticatedAction.login,
        make: makeLoginSegment
      )
      NavSegment.Next(
        store: store,
        toLocalState: \.registration,
        fromLocalAction: UnauthenticatedAction.registration,
        make: makeRegistrationSegment
      )
    }
  )
}

@MainActor
private func makeLoginSegment(
  store: Store<LoginState, LoginAction>
) -> NavSegment<UnauthenticatedNavSegmentID> {
  NavSegment(
    id: .login,
    store: store,
    viewControllers: { store in
      NavSegment.ViewController(store: store, make: LoginViewController.init(viewStore:))
    },
    nextSegment: { store in
      NavSegment.Next(
        store: store,
        toLocalState: \.resetPassword,
        fromLocalAction: LoginAction.resetPassword,
        make: { store in
          NavSegment(id: .resetPassword, store: store) { store in
            NavSegment.ViewController(
              store: store,
              make: ResetPasswordViewController.init(viewStore:)
            )
          }
        }
      )
    }
  )
}

@MainActor
private func makeRegistrationSegment(
  store: Store<RegistrationState, RegistrationAction>
) -> NavSegment<UnauthenticatedNavSegmentID> {
  NavSegment(
    id: .registration,
    store: store,
    viewControllers: { store in
      NavSegment.ViewController(store: store, make: RegistrationViewController.init(viewStore:))
    }
  )
}

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
    host.show(Text("We send you a mail."))
  }
}

final class RegistrationViewController: PageController {
  convenience init(viewStore: ViewStore<RegistrationState, RegistrationAction>) {
    self.init()
    title = "Registration"
    host.show(
      TextField(
        "Name",
        text: Binding(get: { viewStore.name }, set: { viewStore.send(.setName($0)) })
      )
    )
  }
}

#endif
