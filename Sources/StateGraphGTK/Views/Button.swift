#if GTK
import CGTK

/// A button with a title. A press of the button calls a closure.
public struct Button: View {
  public typealias Body = Never

  let title: String
  let action: @MainActor () -> Void

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: The text on the button.
  ///   - action: The closure that a press of the button calls.
  public init(_ title: String, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.action = action
  }
}

extension Button: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { ButtonNode(self, in: parent) }
}

private final class ButtonNode: WidgetNode<Button> {
  init(_ view: Button, in parent: ViewNode?) {
    let handle = WidgetHandle(gtk_button_new_with_label(LoopText.shown(view.title)))
    super.init(view, in: parent, handle)
    handle.connectInput("clicked") { [weak self] in self?.view.action() }
  }

  override func viewChanged(from old: Button) {
    guard view.title != old.title else { return }
    handle.set { gtk_button_set_label(handle.cast(), LoopText.shown(view.title)) }
  }
}

#endif
