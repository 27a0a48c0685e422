#if GTK
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
