#if GTK
/// Makes one view of the views in a closure, and of its `if`, `else` and `switch`.
@resultBuilder
@MainActor
public enum ViewBuilder {
  /// Takes one view.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  /// No views.
  public static func buildBlock() -> EmptyView { EmptyView() }

  /// One view.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  /// Several views.
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> {
    TupleView(content: (repeat each content))
  }

  /// The views of an `if` without an `else`.
  public static func buildOptional<Content: View>(_ content: Content?) -> Content? { content }

  /// The views of the first case.
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalView<First, Second> {
    ConditionalView(.first(first))
  }

  /// The views of the other cases.
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalView<First, Second> {
    ConditionalView(.second(second))
  }
}

#endif
