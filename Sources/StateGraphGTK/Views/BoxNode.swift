#if GTK
import CGTK

/// Where a stack places a view that is smaller than the stack, in the direction across the stack.
enum StackAlignment {
  case start, center, end

  var place: WidgetAlignment.Place {
    switch self {
    case .start: .start
    case .center: .center
    case .end: .end
    }
  }
}

/// A node that shows the widgets of its child views in a `GtkBox`, in their order. It is the base
/// class of the nodes of stacks.
@MainActor
class BoxNode<Content: View>: TypedNode<Content> {
  let handle: WidgetHandle
  let orientation: GtkOrientation
  private var alignment: StackAlignment
  private var children: [WidgetHandle] = []
  private final var child: ViewNode?

  /// Creates an empty box for `view`.
  init(
    _ view: Content,
    in parent: ViewNode?,
    orientation: GtkOrientation,
    alignment: StackAlignment,
    spacing: Int32
  ) {
    handle = WidgetHandle(gtk_box_new(orientation, spacing))
    self.orientation = orientation
    self.alignment = alignment
    super.init(view, in: parent)
  }

  override var handles: [WidgetHandle] { [handle] }

  /// Shows `content` in the box, in place of the previous content.
  final func show(_ content: some View, alignment new: StackAlignment) {
    alignment = new
    if var node = child {
      let isNew = ViewNode.update(&node, to: content, in: self)
      child = node
      if isNew { childHandlesChanged() } else { alignChildren() }
    } else {
      child = ViewNode.make(content, in: self)
      childHandlesChanged()
    }
  }

  override func unmount() { child?.unmount() }

  override func childHandlesChanged() {
    guard let child else { return }
    let new = child.handles
    let kept = Set(new.map(ObjectIdentifier.init))
    for old in children where !kept.contains(ObjectIdentifier(old)) {
      handle.set { gtk_box_remove(handle.cast(), old.pointer) }
    }
    var present = children.filter { kept.contains(ObjectIdentifier($0)) }
    var before: WidgetHandle?
    for (index, widget) in new.enumerated() {
      if index < present.count, present[index] === widget {
        before = widget
        continue
      }
      let above = before?.pointer
      if let old = present[min(index, present.count)...].firstIndex(where: { $0 === widget }) {
        present.remove(at: old)
        handle.set { gtk_box_reorder_child_after(handle.cast(), widget.pointer, above) }
      } else {
        handle.set { gtk_box_insert_child_after(handle.cast(), widget.pointer, above) }
      }
      present.insert(widget, at: index)
      before = widget
    }
    children = new
    layoutChanged()
  }

  override func layoutChanged() {
    alignChildren()
    parent?.layoutChanged()
  }

  final func alignChildren() {
    let isVertical = orientation == GTK_ORIENTATION_VERTICAL
    for child in children {
      if child.isSpacer {
        if isVertical {
          gtk_widget_set_vexpand(child.pointer, 1)
        } else {
          gtk_widget_set_hexpand(child.pointer, 1)
        }
        continue
      }
      let across = isVertical ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
      let place = child.expands(across) ? .fill : alignment.place
      child.align(
        isVertical ? WidgetAlignment(horizontal: place) : WidgetAlignment(vertical: place)
      )
    }
  }
}

#endif
