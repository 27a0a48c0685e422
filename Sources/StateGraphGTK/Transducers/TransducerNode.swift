#if GTK
import StateGraphCore
import StateGraphPresentation

extension TransducerView: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { TransducerNode(self, in: parent) }
}

/// The node of a ``TransducerView``. It runs the machine, and shows the views for the machine's
/// state.
private final class TransducerNode<Transducer: BaseTransducer, Content: View>:
  TypedNode<TransducerView<Transducer, Content>>
{
  private lazy var tracking = TrackedEvaluation(depth: depth)
  private let initialState: Transducer.State
  private var proxy: Transducer.Proxy
  private var child: ViewNode?
  /// Whether the initialiser has returned. Before that, the node does not report its widgets to the
  /// parent, because the parent reads `handles` after the initialiser.
  private var isMounted = false

  override init(_ view: TransducerView<Transducer, Content>, in parent: ViewNode?) {
    initialState = withoutGraphTracking { view.state.wrappedValue }
    proxy = view.proxy ?? Transducer.Proxy()
    super.init(view, in: parent)
    start()
    evaluate()
    isMounted = true
  }

  override var handles: [WidgetHandle] { child?.handles ?? [] }

  override func viewChanged(from old: TransducerView<Transducer, Content>) {
    if let new = view.proxy, new.id != proxy.id {
      proxy.cancel()
      proxy = new
      view.state.wrappedValue = initialState
      start()
    }
    evaluate()
  }

  override func unmount() {
    tracking.end()
    proxy.cancel()
    child?.unmount()
  }

  private func start() {
    let (view, proxy) = (view, proxy)
    let storage = BindingStorage(binding: view.state)
    // The task must not retain this node, because the end of the node cancels the machine.
    Task { @MainActor in
      let result: Result<Transducer.Output, any Error>
      do {
        if let output = view.output {
          result = .success(
            try await Transducer.run(
              storage: storage,
              proxy: proxy,
              env: view.env,
              output: output,
              clock: view.clock
            )
          )
        } else {
          result = .success(
            try await Transducer.run(
              storage: storage,
              proxy: proxy,
              env: view.env,
              clock: view.clock
            )
          )
        }
      } catch {
        result = .failure(error)
      }
      view.completion?.completed(with: result)
    }
  }

  private func evaluate() {
    let input = proxy.input
    tracking.begin { [weak self] in
      self.map { $0.view.content($0.view.state.wrappedValue, input) }
    } then: { [weak self] content in
      if let content { self?.show(content) }
    }
  }

  private func show(_ content: Content) {
    if var node = child {
      let isNew = ViewNode.update(&node, to: content, in: self)
      child = node
      if isNew { parent?.childHandlesChanged() }
    } else {
      child = ViewNode.make(content, in: self)
      if isMounted { parent?.childHandlesChanged() }
    }
  }
}

#endif
