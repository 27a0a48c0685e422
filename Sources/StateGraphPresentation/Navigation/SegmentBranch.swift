import StateGraphCore

/// A segment that can follow another one. Closures hide the types of its state and actions.
@MainActor
struct SegmentBranch<ID: Hashable & Sendable> {
  enum Presence: Equatable {
    case absent
    case present
    /// The state is present, but the object that it names does not exist any more, such as a
    /// deleted row.
    case invalid
  }

  private let node: Computed<Presence>
  /// Creates the segment. The result is nil if another thread has just removed its state.
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

  /// Whether the state of the segment is present. A graph closure that reads this property runs
  /// again only if the presence changes, not after each change of the state.
  var presence: Presence { node.wrappedValue }
}
