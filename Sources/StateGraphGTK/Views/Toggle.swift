#if GTK
import CGTK
public import StateGraphCore

/// A check box with which the user turns a value on and off.
///
/// If the owner of the value refuses a change, the value stays as it was. After 0.3 seconds, the
/// toggle shows the value again.
public struct Toggle: View {
  public typealias Body = Never

  let title: String
  let isOn: Binding<Bool>

  /// Creates a toggle.
  ///
  /// - Parameters:
  ///   - title: The text beside the check box.
  ///   - isOn: The value that the user changes.
  public init(_ title: String, isOn: Binding<Bool>) {
    self.title = title
    self.isOn = isOn
  }
}

extension Toggle: PrimitiveView, BoundView {
  var value: Binding<Bool> { isOn }

  package func makeNode(in parent: ViewNode?) -> ViewNode { ToggleNode(self, in: parent) }
}

private final class ToggleNode: BoundNode<Toggle> {
  init(_ view: Toggle, in parent: ViewNode?) {
    let button = gtk_check_button_new_with_label(LoopText.shown(view.title))
    super.init(view, in: parent, handle: WidgetHandle(button!))
    handle.connectInput("toggled") { [weak self] in
      guard let self else { return }
      userChanged(to: shown)
    }
    followValue()
  }

  override func viewChanged(from old: Toggle) {
    if view.title != old.title {
      handle.set { gtk_check_button_set_label(handle.cast(), LoopText.shown(view.title)) }
    }
    followValue()
  }

  override func show(_ value: Bool) {
    guard value != shown else { return }
    handle.set {
      handle.withoutSignals { gtk_check_button_set_active(handle.cast(), value ? 1 : 0) }
    }
  }

  private var shown: Bool { gtk_check_button_get_active(handle.cast()) != 0 }
}

#endif
