#if GTK
import CGTK
import CStateGraphGTK

/// A button with a title. A press of the button calls a closure.
public struct Button: View {
  public typealias Body = Never

  let title: String
  let icon: String?
  let role: ButtonRole?
  let action: @MainActor () -> Void

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: The text on the button.
  ///   - role: How the button is marked, or nil for a plain button.
  ///   - action: The closure that a press of the button calls.
  public init(
    _ title: String,
    role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void
  ) {
    (self.title, icon, self.role, self.action) = (title, nil, role, action)
  }

  /// Creates a button that shows an icon.
  ///
  /// - Parameters:
  ///   - title: The name of the button for people who do not see the icon. The desktop also shows
  ///     it as a tooltip.
  ///   - icon: The name of an icon of the desktop, such as `edit-undo-symbolic`.
  ///   - role: How the button is marked, or nil for a plain button.
  ///   - action: The closure that a press of the button calls.
  public init(
    _ title: String,
    icon: String,
    role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void
  ) {
    (self.title, self.icon, self.role, self.action) = (title, icon, role, action)
  }
}

/// How a ``Button`` is marked. The desktop chooses the colours.
public enum ButtonRole: Hashable, Sendable {
  /// The action that the page is for, such as "Save".
  case suggested
  /// An action that destroys something, such as "Delete".
  case destructive

  var className: String {
    switch self {
    case .suggested: "suggested-action"
    case .destructive: "destructive-action"
    }
  }
}

extension Button: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { ButtonNode(self, in: parent) }
}

private final class ButtonNode: WidgetNode<Button> {
  init(_ view: Button, in parent: ViewNode?) {
    super.init(view, in: parent, handle: WidgetHandle(gtk_button_new()))
    showContent()
    if let role = view.role { gtk_widget_add_css_class(handle.pointer, role.className) }
    handle.connectInput("clicked") { [weak self] in self?.view.action() }
  }

  override func viewChanged(from old: Button) {
    if view.title != old.title || view.icon != old.icon { handle.set { showContent() } }
    guard view.role != old.role else { return }
    handle.set {
      if let role = old.role { gtk_widget_remove_css_class(handle.pointer, role.className) }
      if let role = view.role { gtk_widget_add_css_class(handle.pointer, role.className) }
    }
  }

  private func showContent() {
    let title = LoopText.shown(view.title)
    if let icon = view.icon {
      gtk_button_set_icon_name(handle.cast(), LoopText.shown(icon))
      gtk_widget_set_tooltip_text(handle.pointer, title)
      stategraph_gtk_set_accessible_name(handle.pointer, title)
    } else {
      gtk_button_set_label(handle.cast(), title)
    }
  }
}

#endif
