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
