#if GTK
/// A view that shows one of two views. ``ViewBuilder`` creates it for `if` with `else`, and for
/// `switch`.
public struct ConditionalView<First: View, Second: View>: View {
  public typealias Body = Never

  enum Branch {
    case first(First)
    case second(Second)
  }

  private let branch: Branch

  init(_ branch: Branch) { self.branch = branch }
}

extension ConditionalView: PrimitiveView, SingleView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { SingleNode(self, in: parent) }

  var shown: (any View)? {
    switch branch {
    case .first(let view): view
    case .second(let view): view
    }
  }
}

/// A view that shows the wrapped view, or nothing for nil. ``ViewBuilder`` creates it for `if`
/// without `else`.
extension Optional: View where Wrapped: View {
  public typealias Body = Never
}

extension Optional: PrimitiveView, SingleView where Wrapped: View {
  package func makeNode(in parent: ViewNode?) -> ViewNode { SingleNode(self, in: parent) }

  var shown: (any View)? { self }
}

#endif
