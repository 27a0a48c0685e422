#if GTK
import StateGraphCore
import StateGraphPresentation

extension TransducerView: PrimitiveView, SingleView {
  var shown: (any View)? {
    switch machine {
    case .configuration(let machine): StartedMachineView(machine: machine, content: content)
    case .restoration(let machine): RestoredMachineView(machine: machine, content: content)
    }
  }

  package func makeNode(in parent: ViewNode?) -> ViewNode { SingleNode(self, in: parent) }
}

/// A ``TransducerView`` whose machine starts in the state that a binding has.
private struct StartedMachineView<Transducer: BaseTransducer, Content: View>: View, PrimitiveView {
  typealias Body = Never

  let machine: ViewMachine<Transducer>.Configuration
  let content: @MainActor (Transducer.State, Transducer.Input) -> Content

  func makeNode(in parent: ViewNode?) -> ViewNode { TransducerNode(self, in: parent) }
}

/// The node of a ``StartedMachineView``. It owns the machine, and shows the views for the machine's
/// state.
private final class TransducerNode<Transducer: BaseTransducer, Content: View>:
  EvaluatedNode<StartedMachineView<Transducer, Content>>
{
  private let machine: ViewMachine<Transducer>

  init(_ view: StartedMachineView<Transducer, Content>, in parent: ViewNode?) {
    machine = ViewMachine(view.machine)
    super.init(view, in: parent, evaluating: TransducerView<Transducer, Content>.self)
    mount()
  }

  override var keepsOwnState: Bool { true }

  override func viewChanged(from old: StartedMachineView<Transducer, Content>) {
    machine.update(view.machine)
    evaluate()
  }

  override func unmount() {
    tracking.end()
    machine.cancel()
    super.unmount()
  }

  override func evaluate() {
    let input = machine.input
    tracking.begin { [weak self] in
      self.map { $0.view.content($0.view.machine.state.wrappedValue, input) }
    } then: { [weak self] content in
      if let content { self?.show(content) }
    }
  }
}

#endif
