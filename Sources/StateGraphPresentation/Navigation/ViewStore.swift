/// What a page gets of a ``Store``: the state to show, and a function that sends actions.
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

  /// Creates the view of a store.
  public init(_ store: Store<State, Action>) { self.store = store }

  /// The state now. A closure of the graph that reads it depends on it.
  public var state: State { store.state }

  /// A property of the state now.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    store.state[keyPath: keyPath]
  }

  /// Sends an action.
  public func send(_ action: Action) { store.send(action) }
}
