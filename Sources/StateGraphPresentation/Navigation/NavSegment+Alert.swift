extension NavSegment {
  /// Declares an alert of a segment. While the state of the alert is present, the alert is shown
  /// above the pages and the sheet of the segment.
  @MainActor
  public struct Alert {
    let branch: AlertBranch

    /// Declares an alert that the segment can show.
    ///
    /// - Parameters:
    ///   - store: The store of the segment that shows the alert.
    ///   - toLocalState: Returns the state of the alert from the state of the segment, or nil while
    ///     the alert is not shown.
    ///   - fromLocalAction: Converts the action of a button to an action of the segment.
    ///   - make: Returns the content of the alert. The navigation can call it several times for one
    ///     state.
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
