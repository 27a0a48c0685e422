extension NavSegment {
  /// Declares a segment that follows another segment in the same stack of pages. The next segment
  /// is active while its state is present.
  @MainActor
  public struct Next {
    let branch: SegmentBranch<ID>

    /// Declares a segment that can follow another one.
    ///
    /// - Parameters:
    ///   - store: The store of the segment that this segment follows.
    ///   - toLocalState: Returns the state of the next segment from the state of `store`, or nil
    ///     while the next segment is not active.
    ///   - fromLocalAction: Converts an action of the next segment to an action of `store`.
    ///   - isValid: Whether the object that the state names, such as a row with an id, still
    ///     exists. Nil if the state is always valid. The graph tracks the reads of this closure. If
    ///     the result becomes false, the segment ends, and the navigation sends the dismiss actions
    ///     of this segment and of all segments behind it once.
    ///   - make: Creates the next segment when it becomes active.
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
