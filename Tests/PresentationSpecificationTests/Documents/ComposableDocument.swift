#if GTK || HEADLESS
import StateGraph
import StateGraphPresentation

// 004, ComposableUIKit: its functions, word for word. They are members of a structure on the main
// actor, which has the store and the dependencies that the document uses without showing them.

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
struct UnauthenticatedFlow {
  let node: Stored<UnauthenticatedState>
  let unauthenticatedStore: Store<UnauthenticatedState, UnauthenticatedAction>
  let dependencies = Dependencies()

  func makeNavigationController(
    store: Store<UnauthenticatedState, UnauthenticatedAction>
  ) -> UINavigationController {
    UINavigationController()
      .composable
      .bind(
        store: unauthenticatedStore,
        makeRootSegment: { unauthenticatedStore in
          makeUnauthenticatedRootSegment(
            store: unauthenticatedStore,
            dependencies: dependencies.decorated
          )
        },
        makeDismissAction: \.dismissAction
      )
  }

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
}

// What the document does not show.

extension UnauthenticatedFlow {
  /// The document calls its function with dependencies, and defines it without.
  private func makeUnauthenticatedRootSegment(
    store: Store<UnauthenticatedState, UnauthenticatedAction>,
    dependencies: Dependencies
  ) -> NavSegment<UnauthenticatedNavSegmentID> {
    assert(dependencies.isDecorated)
    return makeUnauthenticatedRootSegment(store: store)
  }

  init(_ state: UnauthenticatedState = .init(), sent: @escaping (UnauthenticatedAction) -> Void) {
    let node = Stored(wrappedValue: state)
    self.node = node
    unauthenticatedStore = Store(state: node) { action in
      sent(action)
      node.wrappedValue.reduce(action)
    }
  }

  /// A segment with two controllers, of which one shows a part of the state and is conditional.
  private func makeLoginSegment(
    store: Store<LoginState, LoginAction>
  ) -> NavSegment<UnauthenticatedNavSegmentID> {
    NavSegment(
      id: .login,
      store: store,
      viewControllers: { store in
        NavSegment.ViewController(store: store, make: LoginViewController.init(viewStore:))
        NavSegment.ViewController(
          store: store,
          state: \.name,
          action: { (never: Never) -> LoginAction in },
          showIf: \.needsCode,
          make: CodeViewController.init(viewStore:)
        )
      },
      nextSegment: { store in
        NavSegment.Next(
          store: store,
          toLocalState: \.resetPassword,
          fromLocalAction: LoginAction.resetPassword,
          make: makeResetPasswordSegment
        )
      }
    )
  }

  private func makeRegistrationSegment(
    store: Store<RegistrationState, RegistrationAction>
  ) -> NavSegment<UnauthenticatedNavSegmentID> {
    NavSegment(id: .registration, store: store) { store in
      NavSegment.ViewController(store: store, make: RegistrationViewController.init(viewStore:))
    }
  }

  private func makeResetPasswordSegment(
    store: Store<ResetPasswordState, ResetPasswordAction>
  ) -> NavSegment<UnauthenticatedNavSegmentID> {
    NavSegment(id: .resetPassword, store: store) { store in
      NavSegment.ViewController(store: store, make: ResetPasswordViewController.init(viewStore:))
    }
  }
}

#endif
