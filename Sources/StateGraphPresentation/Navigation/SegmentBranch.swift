import StateGraphCore

/// A segment that can follow another segment, in the same stack of pages or in a sheet. Its
/// closures hide the types of the segment's state and actions, so that branches of different types
/// fit in one list.
@MainActor
struct SegmentBranch<ID: Hashable & Sendable> {
  enum Presence: Equatable {
    case absent
    case present
    /// The state is present, but the object that it names does not exist, such as a deleted row.
    case invalid
  }

  private let node: Computed<Presence>
  /// Creates the segment. Returns nil if the state is absent, because another thread has just
  /// removed it.
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

  /// Whether the state of the segment is absent, present or invalid. A graph closure that reads
  /// this property runs again if the presence changes, but not if the state changes and stays
  /// present.
  var presence: Presence { node.wrappedValue }
}
