#if GTK
/// A view that hides the type of another view. The widgets stay as long as the type of the wrapped
/// view stays the same.
public struct AnyView: View {
  public typealias Body = Never

  private let view: any View

  /// Creates a view that shows `view`.
  public init(_ view: some View) { self.view = view }
}

extension AnyView: PrimitiveView, SingleView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { SingleNode(self, in: parent) }

  var shown: (any View)? { view }
}

#endif
