extension NavSegment {
  /// A segment that follows another one in the same stack of pages, while its state is present.
  @MainActor
  public struct Next {
    let branch: SegmentBranch<ID>

    /// Creates a possible next segment.
    ///
    /// - Parameters:
    ///   - store: The store of the segment before.
    ///   - toLocalState: Returns the state of the next segment, or nil if it is not active.
    ///   - fromLocalAction: Makes an action of the segment before from one of the next segment.
    ///   - isValid: Whether the state stands for something that exists, such as a row. It reads
    ///     nodes. When the answer becomes false, the segment ends, and its dismiss action and those
    ///     of the segments behind it are sent once. Nil if the state is always valid.
    ///   - make: Creates the next segment.
    public init<State, Action, LocalState: Sendable, LocalAction>(
      store: Store<State, Action>,
      toLocalState: @escaping @Sendable (State) -> LocalState?,
      fromLocalAction: @escaping (LocalAction) -> Action,
      isValid: (@Sendable (LocalState) -> Bool)? = nil,
      make: @escaping (Store<LocalState, LocalAction>) -> NavSegment
    ) {
      branch = SegmentBranch(
        store: store,
        toLocalState: toLocalState,
        fromLocalAction: fromLocalAction,
        isValid: isValid,
        make: make
      )
    }
  }
}
