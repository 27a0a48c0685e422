public import StateGraphCore

/// Gives access to a state of the app, or to a part of it: reads the state, and sends actions to
/// the function that changes the state.
///
/// ```swift
/// let store = Store(state: model.stateNode, send: model.send)
/// ```
///
/// A store contains no state. It reads a node of the graph. A store of a part reads a node that is
/// computed from the whole state. A closure that reads this part therefore runs again only if the
/// part differs from its previous value.
@MainActor
public struct Store<State: Sendable, Action> {
  let read: @Sendable () -> State
  private let take: (Action) -> Void

  private init(
    read: @escaping @Sendable () -> State,
    take: @escaping (Action) -> Void
  ) {
    self.read = read
    self.take = take
  }

  /// Creates a store that reads a stored node, such as the state of an ``ObservableTransducer``.
  ///
  /// - Parameters:
  ///   - state: The node that holds the state. Any thread can set it.
  ///   - send: Receives an action, and changes the node before or after it returns.
  public init(state: Stored<State>, send: @escaping (Action) -> Void) {
    self.init(read: { state.wrappedValue }, take: send)
  }

  /// Creates a store that reads a computed node, and sends actions to `send`.
  public init(state: Computed<State>, send: @escaping (Action) -> Void) {
    self.init(read: { state.wrappedValue }, take: send)
  }

  /// The current state. A graph closure that reads this property runs again when the state changes.
  public var state: State { read() }

  /// Passes an action to the function that changes the state.
  public func send(_ action: Action) { take(action) }

  /// Returns a store that reads a part of this store's state and sends its actions to this store.
  ///
  /// The graph compares the parts, so a closure that reads this part does not run again if only
  /// another part has changed. A part that is not `Equatable` always counts as changed.
  ///
  /// - Parameters:
  ///   - toLocalState: Returns the part of the state. It can read nodes.
  ///   - fromLocalAction: Converts an action of the part to an action of this store.
  public func scope<LocalState: Sendable, LocalAction>(
    state toLocalState: @escaping @Sendable (State) -> LocalState,
    action fromLocalAction: @escaping (LocalAction) -> Action
  ) -> Store<LocalState, LocalAction> {
    let node = Computed<LocalState>(areEqual: DynamicEquality.areEqual, name: "scope") {
      [read] _ in toLocalState(read())
    }
    return part(node, fromLocalAction: fromLocalAction)
  }

  /// Returns a store of a part of the state that can be absent. Returns nil if the part is absent
  /// now.
  ///
  /// If the part is removed later, the store keeps the last value of the part, because a page that
  /// slides out still shows it.
  func scope<LocalState: Sendable, LocalAction>(
    ifPresent toLocalState: @escaping @Sendable (State) -> LocalState?,
    action fromLocalAction: @escaping (LocalAction) -> Action
  ) -> Store<LocalState, LocalAction>? {
    guard let first = toLocalState(read()) else { return nil }
    let node = Computed<LocalState>(areEqual: DynamicEquality.areEqual, name: "scope") {
      [read] context in toLocalState(read()) ?? context.previousValue ?? first
    }
    return part(node, fromLocalAction: fromLocalAction)
  }

  private func part<LocalState: Sendable, LocalAction>(
    _ node: Computed<LocalState>,
    fromLocalAction: @escaping (LocalAction) -> Action
  ) -> Store<LocalState, LocalAction> {
    Store<LocalState, LocalAction>(read: { node.wrappedValue }) { [take] in
      take(fromLocalAction($0))
    }
  }
}
