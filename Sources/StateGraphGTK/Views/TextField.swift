#if GTK
import CGTK
import CStateGraphGTK
public import StateGraphCore

/// A line of text that the user edits.
///
/// Each change by the user sets the binding. If the owner of the value refuses the change, the
/// field shows the value again.
public struct TextField: View {
  public typealias Body = Never

  let title: String
  let text: Binding<String>

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - title: The purpose of the field. An empty field shows it as a placeholder.
  ///   - text: The text.
  public init(_ title: String, text: Binding<String>) {
    self.title = title
    self.text = text
  }
}

extension TextField: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { TextFieldNode(self, in: parent) }
}

private final class TextFieldNode: WidgetNode<TextField> {
  /// The maximum number of elements in `typed`.
  private static let typedLimit = 256

  private lazy var tracking = TrackedEvaluation(depth: depth)
  /// The texts that the user typed and that the binding's value has not reached yet, the newest
  /// last.
  private var typed: [String] = []

  init(_ view: TextField, in parent: ViewNode?) {
    super.init(view, in: parent, WidgetHandle(gtk_entry_new()))
    gtk_widget_set_hexpand(handle.pointer, 1)
    setTitle()
    handle.connect("changed") { [weak self] in self?.userChanged() }
    track()
  }

  override func viewChanged(from old: TextField) {
    if view.title != old.title { handle.set { setTitle() } }
    track()
  }

  override func unmount() { tracking.end() }

  private var shown: String { LoopText.read(gtk_editable_get_text(handle.opaque)) }

  private func setTitle() {
    let title = LoopText.shown(view.title)
    gtk_entry_set_placeholder_text(handle.cast(), title)
    stategraph_gtk_set_accessible_name(handle.pointer, title)
  }

  private func track() {
    tracking.begin { [weak self] in
      self?.view.text.wrappedValue
    } then: { [weak self] value in
      if let value { self?.valueChanged(to: value) }
    }
  }

  private func valueChanged(to value: String) {
    let value = LoopText.shown(value)
    if value == shown {
      typed = []
    } else if let index = typed.firstIndex(of: value) {
      // The value is an older text that the user typed. The newest text follows later, so the field
      // keeps showing it.
      typed.removeSubrange(...index)
    } else {
      typed = []
      show(value)
    }
  }

  private func show(_ value: String) {
    handle.set {
      handle.withoutSignals {
        let position = gtk_editable_get_position(handle.opaque)
        gtk_editable_set_text(handle.opaque, value)
        gtk_editable_set_position(handle.opaque, position)
      }
    }
  }

  private func userChanged() {
    let text = shown
    if typed.count == Self.typedLimit { typed.removeFirst() }
    typed.append(text)
    view.text.wrappedValue = text
    // When the loop is idle, a machine has processed the event that the binding sent.
    MainLoop.whenIdle { [weak self] in self?.showRefusal(of: text) }
  }

  /// Shows the binding's value again, if it differs from the last text of the user because its
  /// owner refused this text.
  private func showRefusal(of text: String) {
    guard text == shown else { return }
    typed = []
    let value = LoopText.shown(view.text.wrappedValue)
    if value != text { show(value) }
  }
}

#endif
