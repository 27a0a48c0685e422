#if GTK
import Synchronization

/// A view on the screen. The node keeps the widgets, and makes them equal to each new view value.
@MainActor
package class ViewNode {
  package private(set) weak var parent: ViewNode?
  /// How many nodes are above this one. A change that concerns several nodes begins at the top.
  package let depth: Int
  /// How many nodes exist.
  package static var liveCount: Int { live.load(ordering: .relaxed) }
  private nonisolated static let live = Atomic<Int>(0)

  init(in parent: ViewNode?) {
    self.parent = parent
    depth = (parent?.depth ?? -1) + 1
    Self.live.add(1, ordering: .relaxed)
  }

  deinit {
    Self.live.subtract(1, ordering: .relaxed)
  }

  /// The widgets for the container above, in their order.
  package var handles: [WidgetHandle] { [] }

  /// Shows a new view. Returns false if this node cannot show a view of its type.
  package func accept(_ view: any View) -> Bool { false }

  /// Called when the widgets of a child have changed. A container places the new widgets, and other
  /// nodes pass the call on to their parent.
  package func childHandlesChanged() { parent?.childHandlesChanged() }

  /// Called when a widget of a child may need another size.
  package func layoutChanged() { parent?.layoutChanged() }

  /// Called when the view is removed. The node ends its tasks and subscriptions, and those of its
  /// children.
  package func unmount() {}
}

/// A view that the library shows by a widget of its own, and not by a body.
@MainActor
package protocol PrimitiveView: View {
  func makeNode(in parent: ViewNode?) -> ViewNode
}

extension ViewNode {
  /// Creates the node of a view.
  package static func make(_ view: some View, in parent: ViewNode?) -> ViewNode {
    if let primitive = view as? any PrimitiveView { return primitive.makeNode(in: parent) }
    if let shown = view as? any WidgetControllerRepresentable {
      return shown.makeControllerNode(in: parent)
    }
    if let shown = view as? any WidgetViewRepresentable { return shown.makeWidgetNode(in: parent) }
    return CompositeNode(view, in: parent)
  }

  /// Shows `view` with `node`, or replaces the node if it cannot show a view of this type. Returns
  /// whether the node was replaced.
  @discardableResult
  package static func update(
    _ node: inout ViewNode,
    to view: any View,
    in parent: ViewNode?
  ) -> Bool {
    if node.accept(view) { return false }
    node.unmount()
    node = make(view, in: parent)
    return true
  }
}

#endif
