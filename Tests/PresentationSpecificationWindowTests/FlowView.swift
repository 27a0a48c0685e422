#if GTK
import StateGraphGTK

/// A navigation in a window, with the actions that it has sent.
@MainActor
final class ShownFlow {
  final class Sent {
    var actions: [UnauthenticatedAction] = []
  }

  let sent = Sent()
  let flow: UnauthenticatedFlow

  init() {
    flow = UnauthenticatedFlow { [sent] in sent.actions.append($0) }
  }

  func makeController() -> UINavigationController {
    flow.makeNavigationController(store: flow.unauthenticatedStore)
  }

  var state: UnauthenticatedState {
    get { flow.node.wrappedValue }
    set { flow.node.wrappedValue = newValue }
  }
}

struct FlowView: WidgetControllerRepresentable {
  let controller: UINavigationController

  func makeController() -> UINavigationController { controller }
  func updateController(_ controller: UINavigationController) {}
}

#endif
