extension NavSegment {
  /// Collects what can follow a segment.
  @resultBuilder
  public enum NextSegmentBuilder {
    /// Takes one segment.
    @MainActor
    public static func buildExpression(_ next: Next) -> [Successor] {
      [Successor(kind: .next(next.branch))]
    }
    /// Takes one sheet.
    @MainActor
    public static func buildExpression(_ sheet: Sheet) -> [Successor] {
      [Successor(kind: .sheet(sheet.branch))]
    }
    /// Takes one alert.
    @MainActor
    public static func buildExpression(_ alert: Alert) -> [Successor] {
      [Successor(kind: .alert(alert.branch))]
    }
    /// Joins the statements.
    public static func buildBlock(_ parts: [Successor]...) -> [Successor] { parts.flatMap { $0 } }
    /// Takes the segments of an `if` without `else`.
    public static func buildOptional(_ part: [Successor]?) -> [Successor] { part ?? [] }
    /// Takes the segments of an `if`.
    public static func buildEither(first part: [Successor]) -> [Successor] { part }
    /// Takes the segments of an `else`.
    public static func buildEither(second part: [Successor]) -> [Successor] { part }
    /// Joins the passes of a `for` loop.
    public static func buildArray(_ parts: [[Successor]]) -> [Successor] { parts.flatMap { $0 } }
  }
}
