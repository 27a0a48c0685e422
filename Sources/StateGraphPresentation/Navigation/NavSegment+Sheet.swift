extension NavSegment {
  /// Declares a segment that is shown in a sheet above the pages while its state is present. If
  /// other segments follow this one, they add their pages to the same sheet.
  @MainActor
  public struct Sheet {
    let branch: SegmentBranch<ID>

    /// Declares a sheet that a segment can show. The parameters are those of the initialiser of
    /// ``Next``.
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
