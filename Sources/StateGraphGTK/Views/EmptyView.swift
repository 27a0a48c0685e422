#if GTK
/// A view without widgets.
public struct EmptyView: View {
  public typealias Body = Never

  /// Creates the view.
  public init() {}
}

extension EmptyView: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { TypedNode(self, in: parent) }
}

#endif
