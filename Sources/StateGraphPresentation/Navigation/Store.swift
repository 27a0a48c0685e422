public import StateGraphCore

/// A state of the app and the function that takes its actions, or a part of both.
///
/// ```swift
/// let store = Store(state: model.stateNode, send: model.send)
/// ```
///
/// A store contains no state. It reads a node of the graph, and a part of it reads a node that is
/// computed from this node. So a change of the state wakes only what reads a part that differs.
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

  /// Creates a store of a stored node, such as the state of an ``ObservableTransducer``.
  ///
  /// - Parameters:
  ///   - state: The node of the state. Any thread can set it.
  ///   - send: Takes an action, and changes the node now or later.
  public init(state: Stored<State>, send: @escaping (Action) -> Void) {
    self.init(read: { state.wrappedValue }, take: send)
  }

  /// Creates a store of a computed node.
  public init(state: Computed<State>, send: @escaping (Action) -> Void) {
    self.init(read: { state.wrappedValue }, take: send)
  }

  /// The state now. A closure of the graph that reads it depends on it.
  public var state: State { read() }

  /// Sends an action.
  public func send(_ action: Action) { take(action) }

  /// Returns a store of a part of the state.
  ///
  /// Parts are compared, so that a change of another part wakes nothing that reads this one. A part
  /// that is not `Equatable` always counts as changed.
  ///
  /// - Parameters:
  ///   - toLocalState: Returns the part. It can read nodes.
  ///   - fromLocalAction: Makes an action of this store from an action of the part.
  public func scope<LocalState: Sendable, LocalAction>(
    state toLocalState: @escaping @Sendable (State) -> LocalState,
    action fromLocalAction: @escaping (LocalAction) -> Action
  ) -> Store<LocalState, LocalAction> {
    let node = Computed<LocalState>(areEqual: DynamicEquality.areEqual, name: "scope") {
      [read] _ in toLocalState(read())
    }
    return part(node, fromLocalAction)
  }

  /// Returns a store of an optional part, or nil if the part is absent.
  ///
  /// When the part is absent later, the store keeps the last state. A page that slides out still
  /// shows it.
  func scope<LocalState: Sendable, LocalAction>(
    ifPresent toLocalState: @escaping @Sendable (State) -> LocalState?,
    action fromLocalAction: @escaping (LocalAction) -> Action
  ) -> Store<LocalState, LocalAction>? {
    guard let first = toLocalState(read()) else { return nil }
    let node = Computed<LocalState>(areEqual: DynamicEquality.areEqual, name: "scope") {
      [read] context in toLocalState(read()) ?? context.previousValue ?? first
    }
    return part(node, fromLocalAction)
  }

  private func part<LocalState: Sendable, LocalAction>(
    _ node: Computed<LocalState>,
    _ fromLocalAction: @escaping (LocalAction) -> Action
  ) -> Store<LocalState, LocalAction> {
    Store<LocalState, LocalAction>(read: { node.wrappedValue }) { [take] in
      take(fromLocalAction($0))
    }
  }
}
