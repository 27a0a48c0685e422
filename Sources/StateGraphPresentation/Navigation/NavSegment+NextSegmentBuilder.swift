extension NavSegment {
  /// Builds the list of successors of a segment: the next segments, sheets and alerts.
  @resultBuilder
  public enum NextSegmentBuilder {
    /// Adds a next segment.
    @MainActor
    public static func buildExpression(_ next: Next) -> [Successor] {
      [Successor(kind: .next(next.branch))]
    }
    /// Adds a sheet.
    @MainActor
    public static func buildExpression(_ sheet: Sheet) -> [Successor] {
      [Successor(kind: .sheet(sheet.branch))]
    }
    /// Adds an alert.
    @MainActor
    public static func buildExpression(_ alert: Alert) -> [Successor] {
      [Successor(kind: .alert(alert.branch))]
    }
    /// Joins the successors of all statements.
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
