#if GTK
/// The base class of nodes that show one view, which they evaluate again after a change of a graph
/// node that the evaluation has read.
@MainActor
class EvaluatedNode<Content: View>: TypedNode<Content> {
  final private(set) lazy var tracking = TrackedEvaluation(depth: depth, of: evaluatedType)
  /// The type of the evaluated view, for ``ViewEvaluations``.
  private let evaluatedType: Any.Type
  private var child: ViewNode?
  /// Whether ``mount()`` has returned. Before that, the node does not report its widgets to the
  /// parent, because the parent reads `handles` after the initialiser.
  private var isMounted = false

  init(_ view: Content, in parent: ViewNode?, evaluating type: Any.Type) {
    evaluatedType = type
    super.init(view, in: parent)
  }

  override final var handles: [WidgetHandle] { child?.handles ?? [] }

  /// Evaluates the view for the first time. The initialiser of a subclass calls it at its end.
  final func mount() {
    evaluate()
    isMounted = true
  }

  /// Evaluates the view, and passes it to ``show(_:)``. A subclass implements it with ``tracking``.
  func evaluate() {}

  final func show(_ view: some View) {
    if var node = child {
      let isNew = ViewNode.update(&node, to: view, in: self)
      // The parent reads the widgets of the new child during the call.
      child = node
      if isNew { parent?.childHandlesChanged() }
    } else {
      child = ViewNode.make(view, in: self)
      if isMounted { parent?.childHandlesChanged() }
    }
  }

  override func unmount() {
    tracking.end()
    child?.unmount()
  }
}

/// The node of a view that has a body. It shows the body.
@MainActor
final class CompositeNode<Content: View>: EvaluatedNode<Content> {
  init(_ view: Content, in parent: ViewNode?) {
    super.init(view, in: parent, evaluating: Content.self)
    ViewProperties.mount(view, replacing: nil)
    mount()
  }

  override var keepsOwnState: Bool { ViewProperties.hasState(view) }

  override func viewChanged(from old: Content) {
    ViewProperties.mount(view, replacing: old)
    evaluate()
  }

  override func evaluate() {
    tracking.begin { [weak self] in
      self?.view.body
    } then: { [weak self] body in
      if let body { self?.show(body) }
    }
  }
}

#endif
