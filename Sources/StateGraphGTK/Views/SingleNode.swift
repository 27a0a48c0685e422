#if GTK
/// A view that shows one view, of this type or of that, or none.
@MainActor
protocol SingleView: View {
  var shown: (any View)? { get }
}

/// Keeps the node of the shown view as long as its type stays.
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
