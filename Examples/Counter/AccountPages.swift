#if GTK
import StateGraphGTK

enum AccountSegment: Hashable {
  case root, login, registration, resetPassword

  var dismissAction: AccountAction? {
    switch self {
    case .root: nil
    case .login: .dismissLogin
    case .registration: .dismissRegistration
    case .resetPassword: .login(.dismissResetPassword)
    }
  }
}

/// The pages, sheets and alerts of the account example, as a view. The state in ``AccountModel``
/// determines which of them are shown.
struct AccountPage: WidgetControllerRepresentable {
  let model: AccountModel

  func makeController() -> NavigationController {
    NavigationController().composable.bind(
      store: model.store,
      makeRootSegment: makeRootSegment,
      makeDismissAction: \.dismissAction
    )
  }

  func updateController(_ controller: NavigationController) {}
}

@MainActor
private func makeRootSegment(
  store: Store<AccountState, AccountAction>
) -> NavSegment<AccountSegment> {
  NavSegment(id: .root, store: store) { store in
    NavSegment.ViewController(store: store) { viewStore in
      page("Welcome") {
        VStack(spacing: 12) {
          Text("Do you have an account?")
          HStack {
            Button("Log in") { viewStore.send(.showLogin) }
            Button("Register") { viewStore.send(.showRegistration) }
          }
        }
      }
    }
  } nextSegment: { store in
    NavSegment.Next(
      store: store,
      toLocalState: \.login,
      fromLocalAction: AccountAction.login,
      make: makeLoginSegment
    )
    NavSegment.Next(
      store: store,
      toLocalState: \.registration,
      fromLocalAction: AccountAction.registration,
      make: makeRegistrationSegment
    )
  }
}

@MainActor
private func makeLoginSegment(
  store: Store<LoginState, LoginAction>
) -> NavSegment<AccountSegment> {
  NavSegment(id: .login, store: store) { store in
    NavSegment.ViewController(store: store) { viewStore in
      page("Log in") {
        VStack(spacing: 12) {
          NameField(name: Binding(get: { viewStore.name }, set: { viewStore.send(.setName($0)) }))
          Button("I forgot my password") { viewStore.send(.showResetPassword) }
        }
        .padding(32)
      }
    }
  } nextSegment: { store in
    NavSegment.Next(
      store: store,
      toLocalState: \.resetPassword,
      fromLocalAction: LoginAction.resetPassword,
      make: makeResetSegment
    )
  }
}

@MainActor
private func makeResetSegment(
  store: Store<ResetPasswordState, ResetPasswordAction>
) -> NavSegment<AccountSegment> {
  NavSegment(id: .resetPassword, store: store) { store in
    NavSegment.ViewController(store: store) { viewStore in
      page("Reset password") {
        VStack(alignment: .leading, spacing: 12) {
          Text("We send a link to this address.")
          TextField(
            "Address",
            text: Binding(get: { viewStore.email }, set: { viewStore.send(.setEmail($0)) })
          )
        }
        .padding(32)
      }
    }
  }
}

@MainActor
private func makeRegistrationSegment(
  store: Store<RegistrationState, RegistrationAction>
) -> NavSegment<AccountSegment> {
  NavSegment(id: .registration, store: store) { store in
    NavSegment.ViewController(store: store) { viewStore in
      page("Register") {
        NameField(name: Binding(get: { viewStore.name }, set: { viewStore.send(.setName($0)) }))
          .padding(32)
      }
    }
  } nextSegment: { store in
    NavSegment.Alert(
      store: store,
      toLocalState: \.question,
      fromLocalAction: RegistrationAction.question
    ) { _ in
      AlertContent("Discard the name?") {
        $0.add("Discard", role: .destructive, .discard)
        $0.add("Keep", role: .cancel, .keep)
      }
    }
  }
}

/// A text field for a name, with the title "Name" above it.
private struct NameField: View {
  let name: Binding<String>

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      Text("Name")
      TextField("Name", text: name)
    }
  }
}

@MainActor
private func page<Content: View>(
  _ title: String,
  @ViewBuilder _ content: () -> Content
) -> HostingController<Content> {
  let controller = HostingController(rootView: content())
  controller.title = title
  return controller
}

#endif
