extension NavSegment {
  /// Collects the pages of a segment.
  @resultBuilder
  public enum ViewControllerBuilder {
    /// Takes one page.
    public static func buildExpression(_ page: ViewController) -> [ViewController] { [page] }
    /// Joins the statements.
    public static func buildBlock(_ parts: [ViewController]...) -> [ViewController] {
      parts.flatMap { $0 }
    }
    /// Takes the pages of an `if` without `else`.
    public static func buildOptional(_ part: [ViewController]?) -> [ViewController] { part ?? [] }
    /// Takes the pages of an `if`.
    public static func buildEither(first part: [ViewController]) -> [ViewController] { part }
    /// Takes the pages of an `else`.
    public static func buildEither(second part: [ViewController]) -> [ViewController] { part }
    /// Joins the passes of a `for` loop.
    public static func buildArray(_ parts: [[ViewController]]) -> [ViewController] {
      parts.flatMap { $0 }
    }
  }
}
