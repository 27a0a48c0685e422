#if GTK
import CGTK

/// The node at the top of a tree of views. Its widget is a box that fills its container, such as a
/// window or a page.
@MainActor
package final class HostRoot: ViewNode {
  package let handle: WidgetHandle
  /// The `GtkHeaderBar` of the window, if this node is at the top of a window with one. Its owner
  /// sets it before the first view is shown.
  var titleBar: WidgetHandle?
  private var child: ViewNode?
  private var children: [WidgetHandle] = []

  override package init(in parent: ViewNode? = nil) {
    // The box is homogeneous, so that its child gets the whole space. A child that does not expand
    // is then centered in the box.
    handle = WidgetHandle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    gtk_box_set_homogeneous(handle.cast(), 1)
    super.init(in: parent)
  }

  override package var handles: [WidgetHandle] { [handle] }

  /// Shows `view` in place of the previous view. Parts with the same view type keep their widgets.
  package func show(_ view: some View) {
    if var node = child {
      ViewNode.update(&node, to: view, in: self)
      child = node
    } else {
      child = .make(view, in: self)
    }
    childHandlesChanged()
  }

  override package func childHandlesChanged() {
    guard let child else { return }
    let new = child.handles
    if !new.elementsEqual(children, by: { $0 === $1 }) {
      for old in children { gtk_box_remove(handle.cast(), old.pointer) }
      for widget in new { gtk_box_append(handle.cast(), widget.pointer) }
      children = new
    }
    layoutChanged()
  }

  override package func layoutChanged() {
    for child in children {
      child.align(
        WidgetAlignment(
          horizontal: child.expands(GTK_ORIENTATION_HORIZONTAL) ? .fill : .center,
          vertical: child.expands(GTK_ORIENTATION_VERTICAL) ? .fill : .center
        )
      )
    }
  }

  override package func unmount() {
    child?.unmount()
    child = nil
    for old in children { gtk_box_remove(handle.cast(), old.pointer) }
    children = []
  }
}

#endif
