/// The part of a ``Store`` that a page uses: the state to show, and a function that sends actions.
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

  /// Creates a view store that reads and sends through `store`.
  public init(_ store: Store<State, Action>) { self.store = store }

  /// The current state. A graph closure that reads it runs again when the state changes.
  public var state: State { store.state }

  /// A property of the current state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    store.state[keyPath: keyPath]
  }

  /// Sends an action.
  public func send(_ action: Action) { store.send(action) }
}
