#if GTK
/// A view that shows at most one other view, whose type can change.
@MainActor
protocol SingleView: View {
  var shown: (any View)? { get }
}

/// The node of a ``SingleView``. The node of the shown view stays as long as the type of the shown
/// view stays the same.
@MainActor
final class SingleNode<Content: SingleView>: TypedNode<Content> {
  private var child: ViewNode?

  override init(_ view: Content, in parent: ViewNode?) {
    super.init(view, in: parent)
    child = view.shown.map { .make($0, in: self) }
  }

  override var handles: [WidgetHandle] { child?.handles ?? [] }

  override func viewChanged(from old: Content) {
    let new = view.shown
    if let child, let new, child.accept(new) { return }
    if child == nil, new == nil { return }
    child?.unmount()
    child = new.map { .make($0, in: self) }
    parent?.childHandlesChanged()
  }

  override func unmount() { child?.unmount() }
}

#endif
