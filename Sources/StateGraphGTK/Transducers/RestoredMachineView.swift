#if GTK
import StateGraphPresentation

/// A ``TransducerView`` whose machine continues in a stored state.
struct RestoredMachineView<Transducer: BaseTransducer, Content: View>: View, PrimitiveView {
  typealias Body = Never

  let machine: MachineRestoration<Transducer>
  let content: @MainActor (Transducer.State, Transducer.Input) -> Content

  func makeNode(in parent: ViewNode?) -> ViewNode { RestoredMachineNode(self, in: parent) }
}

/// The node of a ``RestoredMachineView``. It shows the views for the machine's state, or the reason
/// for which there is no machine.
private final class RestoredMachineNode<Transducer: BaseTransducer, Content: View>:
  EvaluatedNode<RestoredMachineView<Transducer, Content>>
{
  private let machine: RestoredMachine<Transducer>

  init(_ view: RestoredMachineView<Transducer, Content>, in parent: ViewNode?) {
    machine = RestoredMachine(view.machine)
    super.init(view, in: parent, evaluating: TransducerView<Transducer, Content>.self)
    mount()
  }

  override var keepsOwnState: Bool { true }

  override func viewChanged(from old: RestoredMachineView<Transducer, Content>) {
    machine.update(view.machine)
    evaluate()
  }

  override func unmount() {
    tracking.end()
    machine.cancel()
    super.unmount()
  }

  override func evaluate() {
    tracking.begin { [weak self] in
      self?.shown
    } then: { [weak self] view in
      if let view { self?.show(view) }
    }
  }

  private var shown: any View {
    switch machine.outcome {
    case .machine(let model): view.content(model.state, model.proxy.input)
    case .failure(let failure): page(for: failure)
    }
  }

  private func page(for failure: RestorationFailure) -> FailurePage {
    var page = FailurePage(message: "\(failure)") { [weak machine] in machine?.restore() }
    if failure.startAfresh != nil {
      page.startAfresh = { [weak machine] in machine?.startAfresh(after: failure) }
    }
    return page
  }
}

#endif
