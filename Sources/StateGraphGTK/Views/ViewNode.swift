#if GTK
import Synchronization

/// The object that shows a view on the screen. A node keeps the widgets of the view, and changes
/// them when it gets a new view value. The nodes of a window form a tree like its views.
@MainActor
package class ViewNode {
  package private(set) weak var parent: ViewNode?
  /// How many nodes are above this one. If a change concerns several nodes, those with a smaller
  /// depth are updated first.
  package let depth: Int
  /// How many nodes exist in the process. Tests check with this number that no node is left.
  package static var liveCount: Int { live.load(ordering: .relaxed) }
  private nonisolated static let live = Atomic<Int>(0)
  /// Whether nodes are getting the views of another row of a list than before. See
  /// ``reusing(_:)``.
  private(set) static var isReusing = false

  init(in parent: ViewNode?) {
    self.parent = parent
    depth = (parent?.depth ?? -1) + 1
    Self.live.add(1, ordering: .relaxed)
  }

  deinit {
    Self.live.subtract(1, ordering: .relaxed)
  }

  /// The widgets of this node that the container above it must contain, in their order.
  package var handles: [WidgetHandle] { [] }

  /// Shows a new view value. Returns false, and changes nothing, if this node cannot show views of
  /// its type.
  package func accept(_ view: any View) -> Bool { false }

  /// Called when a child has other widgets than before. A container inserts the new widgets. Other
  /// nodes pass the call on to their parent.
  package func childHandlesChanged() { parent?.childHandlesChanged() }

  /// Called when a widget of a child may need another size. A container aligns its widgets again.
  package func layoutChanged() { parent?.layoutChanged() }

  /// Called when the view is removed. The node ends its tasks and subscriptions, and those of its
  /// children.
  package func unmount() {}
}

/// A view without a body, for which the library creates a node directly.
@MainActor
package protocol PrimitiveView: View {
  func makeNode(in parent: ViewNode?) -> ViewNode
}

extension ViewNode {
  /// Runs `body`, in which nodes get the views of another row of a list. Nodes that keep a state of
  /// their own are then replaced, so that a row does not get the state of another one.
  static func reusing(_ body: () -> Void) {
    let outer = isReusing
    isReusing = true
    defer { isReusing = outer }
    body()
  }

  /// Creates the node for a view.
  package static func make(_ view: some View, in parent: ViewNode?) -> ViewNode {
    if let primitive = view as? any PrimitiveView { return primitive.makeNode(in: parent) }
    if let shown = view as? any WidgetControllerRepresentable {
      return shown.makeControllerNode(in: parent)
    }
    if let shown = view as? any WidgetViewRepresentable { return shown.makeWidgetNode(in: parent) }
    return CompositeNode(view, in: parent)
  }

  /// Shows `view` with `node`. If `node` cannot show views of this type, replaces it by a new node.
  /// Returns whether it was replaced.
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
