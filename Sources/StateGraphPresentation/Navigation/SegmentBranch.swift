import StateGraphCore

/// A segment that can follow another one, without the types of its state and actions.
@MainActor
struct SegmentBranch<ID: Hashable & Sendable> {
  enum Presence: Equatable {
    case absent
    case present
    /// The state is there, but what it stands for is not, such as a deleted row.
    case invalid
  }

  private let node: Computed<Presence>
  /// Creates the segment; nil if another thread has just removed its state.
  let make: () -> NavSegment<ID>?

  init<State, Action, LocalState: Sendable, LocalAction>(
    store: Store<State, Action>,
    toLocalState: @escaping @Sendable (State) -> LocalState?,
    fromLocalAction: @escaping (LocalAction) -> Action,
    isValid: (@Sendable (LocalState) -> Bool)?,
    make: @escaping (Store<LocalState, LocalAction>) -> NavSegment<ID>
  ) {
    node = Computed<Presence>(name: "segment") { [read = store.read] _ in
      guard let local = toLocalState(read()) else { return .absent }
      return isValid?(local) ?? true ? .present : .invalid
    }
    self.make = { store.scope(ifPresent: toLocalState, action: fromLocalAction).map(make) }
  }

  /// Reading this is a dependency. It changes only with the presence, and not with the state.
  var presence: Presence { node.wrappedValue }
}
