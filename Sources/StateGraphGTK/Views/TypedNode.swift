#if GTK
/// The base class of nodes that show views of one type. The node replaces its view value by each
/// new value of this type.
@MainActor
class TypedNode<Content: View>: ViewNode {
  private(set) final var view: Content

  init(_ view: Content, in parent: ViewNode?) {
    self.view = view
    super.init(in: parent)
  }

  override final func accept(_ view: any View) -> Bool {
    guard let new = view as? Content, !(ViewNode.isReusing && keepsOwnState) else { return false }
    let old = self.view
    self.view = new
    viewChanged(from: old)
    return true
  }

  /// Whether the node keeps something that belongs to the view that it shows, such as a value of
  /// ``State``, a task or a cursor. Such a node cannot show the view of another row of a list.
  var keepsOwnState: Bool { false }

  /// Called after ``view`` has changed. A subclass compares it with `old`, and sets the properties
  /// of its widgets that differ.
  func viewChanged(from old: Content) {}
}

/// The base class of nodes that show a view with one widget.
@MainActor
class WidgetNode<Content: View>: TypedNode<Content> {
  let handle: WidgetHandle
  override final var handles: [WidgetHandle] { [handle] }

  init(_ view: Content, in parent: ViewNode?, handle: WidgetHandle) {
    self.handle = handle
    super.init(view, in: parent)
  }
}

#endif
