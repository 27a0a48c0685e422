import StateGraphPresentation

// The pages of 004. They keep the store that they get, and leave out all widgets, so no page shows or
// sends anything by itself. `PresentationSpecificationWindowTests` has the pages with widgets.

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
