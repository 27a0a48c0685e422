#if GTK
/// Several views in their order. ``ViewBuilder`` creates it for the lines of a closure, and the
/// container around it, such as a stack, places the views.
public struct TupleView<each Content: View>: View {
  public typealias Body = Never

  let content: (repeat each Content)

  init(content: (repeat each Content)) { self.content = content }
}

extension TupleView: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode {
    let node = TupleNode(self, in: parent)
    for child in repeat each content { node.append(child) }
    return node
  }

  /// The views in their order, without their types.
  var views: [any View] {
    var views: [any View] = []
    for view in repeat each content { views.append(view) }
    return views
  }
}

@MainActor
private protocol ManyViews {
  var views: [any View] { get }
}

extension TupleView: ManyViews {}

private final class TupleNode<Content: View & ManyViews>: TypedNode<Content> {
  private var children: [ViewNode] = []

  override var handles: [WidgetHandle] { children.flatMap(\.handles) }

  func append(_ view: some View) { children.append(.make(view, in: self)) }

  override func viewChanged(from old: Content) {
    var isNew = false
    for (index, view) in view.views.enumerated() {
      // A copy of the array's element is updated, because a child can read `handles` of all
      // children during the update.
      var child = children[index]
      if ViewNode.update(&child, to: view, in: self) { isNew = true }
      children[index] = child
    }
    if isNew { parent?.childHandlesChanged() }
  }

  override func unmount() {
    for child in children { child.unmount() }
  }
}

#endif
