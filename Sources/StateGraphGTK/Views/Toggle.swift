#if GTK
import CGTK
public import StateGraphCore

/// A value that the user turns on and off.
///
/// If the owner of the value refuses the change, the toggle shows the unchanged value again.
public struct Toggle: View {
  public typealias Body = Never

  let title: String
  let isOn: Binding<Bool>

  /// Creates a toggle.
  ///
  /// - Parameters:
  ///   - title: What stands beside the box.
  ///   - isOn: The value.
  public init(_ title: String, isOn: Binding<Bool>) {
    self.title = title
    self.isOn = isOn
  }
}

extension Toggle: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { ToggleNode(self, in: parent) }
}

private final class ToggleNode: WidgetNode<Toggle> {
  private lazy var tracking = TrackedEvaluation(depth: depth)

  init(_ view: Toggle, in parent: ViewNode?) {
    let button = gtk_check_button_new_with_label(LoopText.shown(view.title))
    super.init(view, in: parent, WidgetHandle(button!))
    handle.connect("toggled") { [weak self] in self?.userChanged() }
    track()
  }

  override func viewChanged(from old: Toggle) {
    if view.title != old.title {
      handle.set { gtk_check_button_set_label(handle.cast(), LoopText.shown(view.title)) }
    }
    track()
  }

  override func unmount() { tracking.end() }

  private var shown: Bool { gtk_check_button_get_active(handle.cast()) != 0 }

  private func track() {
    tracking.begin { [weak self] in
      self?.view.isOn.wrappedValue
    } then: { [weak self] value in
      if let value { self?.show(value) }
    }
  }

  private func show(_ value: Bool) {
    guard value != shown else { return }
    handle.set {
      handle.withoutSignals { gtk_check_button_set_active(handle.cast(), value ? 1 : 0) }
    }
  }

  private func userChanged() {
    view.isOn.wrappedValue = shown
    // When the loop is idle, a machine has processed the event that the binding sent.
    MainLoop.whenIdle { [weak self] in
      guard let self else { return }
      show(view.isOn.wrappedValue)
    }
  }
}

#endif
