#if GTK
/// The node of a view that has a body. It shows the body, and evaluates the body again after a
/// change of a graph node that the body has read.
@MainActor
final class CompositeNode<Content: View>: TypedNode<Content> {
  private lazy var tracking = TrackedEvaluation(depth: depth, of: Content.self)
  private var child: ViewNode?
  /// Whether the initialiser has returned. Before that, the node does not report its widgets to the
  /// parent, because the parent reads `handles` after the initialiser.
  private var isMounted = false

  override init(_ view: Content, in parent: ViewNode?) {
    super.init(view, in: parent)
    ViewProperties.mount(view, replacing: nil)
    evaluate()
    isMounted = true
  }

  override var handles: [WidgetHandle] { child?.handles ?? [] }

  override var keepsOwnState: Bool { ViewProperties.hasState(view) }

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
