extension NavSegment {
  /// Builds the list of pages in a ``NavSegment`` initialiser from statements.
  @resultBuilder
  public enum ViewControllerBuilder {
    /// Adds a page to the list.
    public static func buildExpression(_ page: ViewController) -> [ViewController] { [page] }
    /// Joins the pages that the statements of the closure add, in their order.
    public static func buildBlock(_ parts: [ViewController]...) -> [ViewController] {
      parts.flatMap { $0 }
    }
    /// Adds the pages of an `if` without `else`.
    public static func buildOptional(_ part: [ViewController]?) -> [ViewController] { part ?? [] }
    /// Adds the pages of the first branch of an `if` with `else`.
    public static func buildEither(first part: [ViewController]) -> [ViewController] { part }
    /// Adds the pages of the second branch of an `if` with `else`.
    public static func buildEither(second part: [ViewController]) -> [ViewController] { part }
    /// Joins the pages of all iterations of a `for` loop.
    public static func buildArray(_ parts: [[ViewController]]) -> [ViewController] {
      parts.flatMap { $0 }
    }
  }
}
