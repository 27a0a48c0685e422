#if GTK
/// A view with a body. It is evaluated again when a node of the graph that it has read changes.
@MainActor
final class CompositeNode<Content: View>: TypedNode<Content> {
  private lazy var tracking = TrackedEvaluation(depth: depth)
  private var child: ViewNode?
  /// During the initialiser, the node above places the widgets by itself.
  private var isMounted = false

  override init(_ view: Content, in parent: ViewNode?) {
    super.init(view, in: parent)
    ViewProperties.mount(view, replacing: nil)
    evaluate()
    isMounted = true
  }

  override var handles: [WidgetHandle] { child?.handles ?? [] }

  override func viewChanged(from old: Content) {
    ViewProperties.mount(view, replacing: old)
    evaluate()
  }

  override func unmount() {
    tracking.end()
    child?.unmount()
  }

  private func evaluate() {
    tracking.begin { [weak self] in
      self?.view.body
    } then: { [weak self] body in
      guard let self, let body else { return }
      show(body)
    }
  }

  private func show(_ body: Content.Body) {
    if var node = child {
      if ViewNode.update(&node, to: body, in: self) { parent?.childHandlesChanged() }
      child = node
    } else {
      child = ViewNode.make(body, in: self)
      if isMounted { parent?.childHandlesChanged() }
    }
  }
}

#endif
