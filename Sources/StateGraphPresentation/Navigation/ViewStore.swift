/// The access of a page to its ``Store``: the page reads the state to show, and sends actions.
///
/// ```swift
/// final class LoginController: WidgetController, HasViewState {
///   init(viewStore: ViewStore<LoginState, LoginAction>) {
///     …
///     follow { ViewState(name: viewStore.name, isBusy: viewStore.isBusy) }
///     button.pressed = { viewStore.send(.logIn) }
///   }
/// }
/// ```
@MainActor
@dynamicMemberLookup
public struct ViewStore<State: Sendable, Action> {
  private let store: Store<State, Action>

  /// Creates the access of a page to `store`: it reads the state of `store` and sends actions to
  /// it.
  public init(_ store: Store<State, Action>) { self.store = store }

  /// The current state. A graph closure that reads this property runs again when the state changes.
  public var state: State { store.state }

  /// A property of the current state, so that `viewStore.name` stands for `viewStore.state.name`.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    store.state[keyPath: keyPath]
  }

  /// Passes an action to the function that changes the state.
  public func send(_ action: Action) { store.send(action) }
}
