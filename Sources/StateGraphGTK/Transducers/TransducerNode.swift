#if GTK
import StateGraphCore
import StateGraphPresentation

extension TransducerView: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { TransducerNode(self, in: parent) }
}

/// The node of a ``TransducerView``. It owns the machine, and shows the views for the machine's
/// state.
private final class TransducerNode<Transducer: BaseTransducer, Content: View>:
  TypedNode<TransducerView<Transducer, Content>>
{
  private lazy var tracking = TrackedEvaluation(depth: depth)
  private let machine: ViewMachine<Transducer>
  private var child: ViewNode?
  /// Whether the initialiser has returned. Before that, the node does not report its widgets to the
  /// parent, because the parent reads `handles` after the initialiser.
  private var isMounted = false

  override init(_ view: TransducerView<Transducer, Content>, in parent: ViewNode?) {
    machine = ViewMachine(view.machine)
    super.init(view, in: parent)
    evaluate()
    isMounted = true
  }

  override var handles: [WidgetHandle] { child?.handles ?? [] }

  override func viewChanged(from old: TransducerView<Transducer, Content>) {
    machine.update(view.machine)
    evaluate()
  }

  override func unmount() {
    tracking.end()
    machine.cancel()
    child?.unmount()
  }

  private func evaluate() {
    let input = machine.input
    tracking.begin { [weak self] in
      self.map { $0.view.content($0.view.machine.state.wrappedValue, input) }
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
