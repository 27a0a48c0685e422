#if GTK
/// Combines the views in a closure, including those in `if`, `else` and `switch`, into one view.
@resultBuilder
@MainActor
public enum ViewBuilder {
  /// Takes one view.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  /// Returns the view for a closure without views.
  public static func buildBlock() -> EmptyView { EmptyView() }

  /// Returns the view for a closure with one view.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  /// Returns the view for a closure with several views.
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> {
    TupleView(content: (repeat each content))
  }

  /// Returns the view for an `if` without an `else`, or nil if the condition is false.
  public static func buildOptional<Content: View>(_ content: Content?) -> Content? { content }

  /// Returns the view for the first branch of an `if` or a `switch`.
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalView<First, Second> {
    ConditionalView(.first(first))
  }

  /// Returns the view for the other branches of an `if` or a `switch`.
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalView<First, Second> {
    ConditionalView(.second(second))
  }
}

#endif
