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
    ///     exists. It is nil if the state is always valid. The graph tracks the reads of this
    ///     closure. If the result becomes false, the segment ends, and the navigation sends the
    ///     dismiss actions of this segment and of all segments behind it once.
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

extension NavSegment {
  /// Builds the list of successors in a ``NavSegment`` initialiser from statements: the next
  /// segments, sheets and alerts that can follow the pages.
  @resultBuilder
  public enum NextSegmentBuilder {
    /// Adds a segment that follows in the same stack of pages.
    @MainActor
    public static func buildExpression(_ next: Next) -> [Successor] {
      [Successor(kind: .next(next.branch))]
    }
    /// Adds a segment that is shown in a sheet.
    @MainActor
    public static func buildExpression(_ sheet: Sheet) -> [Successor] {
      [Successor(kind: .sheet(sheet.branch))]
    }
    /// Adds an alert that the segment can show.
    @MainActor
    public static func buildExpression(_ alert: Alert) -> [Successor] {
      [Successor(kind: .alert(alert.branch))]
    }
    /// Joins the successors that the statements of the closure add, in their order.
    public static func buildBlock(_ parts: [Successor]...) -> [Successor] { parts.flatMap { $0 } }
    /// Adds the successors of an `if` without `else`.
    public static func buildOptional(_ part: [Successor]?) -> [Successor] { part ?? [] }
    /// Adds the successors of the first branch of an `if` with `else`.
    public static func buildEither(first part: [Successor]) -> [Successor] { part }
    /// Adds the successors of the second branch of an `if` with `else`.
    public static func buildEither(second part: [Successor]) -> [Successor] { part }
    /// Joins the successors of all iterations of a `for` loop.
    public static func buildArray(_ parts: [[Successor]]) -> [Successor] { parts.flatMap { $0 } }
  }
}

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
