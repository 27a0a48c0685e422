extension NavSegment {
  /// An alert above everything that the segment shows, while its state is present.
  @MainActor
  public struct Alert {
    let branch: AlertBranch

    /// Creates a possible alert.
    ///
    /// - Parameters:
    ///   - store: The store of the segment.
    ///   - toLocalState: Returns the state of the alert, or nil if it is not shown.
    ///   - fromLocalAction: Makes an action of the segment from the action of a button.
    ///   - make: Returns what the alert asks. It is called again when the state has changed.
    public init<State, Action, LocalState: Sendable, LocalAction>(
      store: Store<State, Action>,
      toLocalState: @escaping @Sendable (State) -> LocalState?,
      fromLocalAction: @escaping (LocalAction) -> Action,
      make: @escaping (LocalState) -> AlertContent<LocalAction>
    ) {
      branch = AlertBranch(
        store: store,
        toLocalState: toLocalState,
        fromLocalAction: fromLocalAction,
        make: make
      )
    }
  }
}
