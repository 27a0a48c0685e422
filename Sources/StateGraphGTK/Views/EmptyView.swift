#if GTK
/// A view without widgets, which shows nothing. ``ViewBuilder`` creates it for an empty closure.
public struct EmptyView: View {
  public typealias Body = Never

  /// Creates a view that shows nothing.
  public init() {}
}

extension EmptyView: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { TypedNode(self, in: parent) }
}

#endif
