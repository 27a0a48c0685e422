#if GTK
import CGTK
import CStateGraphGTK
public import StateGraphCore

/// A control in which the user edits a line of text.
///
/// Each change by the user sets the binding. If the owner of the value has not accepted the text
/// 0.3 seconds after the last change, the field shows the value of the binding again.
public struct TextField: View {
  public typealias Body = Never

  let title: String
  let text: Binding<String>

  /// Creates a text field.
  ///
  /// - Parameters:
  ///   - title: The purpose of the field. An empty field shows the title as a placeholder.
  ///   - text: The text that the user edits.
  public init(_ title: String, text: Binding<String>) {
    self.title = title
    self.text = text
  }
}

extension TextField: PrimitiveView, BoundView {
  var value: Binding<String> { text }

  package func makeNode(in parent: ViewNode?) -> ViewNode { TextFieldNode(self, in: parent) }
}

private final class TextFieldNode: BoundNode<TextField> {
  /// The largest number of elements in `typed`.
  private static let typedLimit = 256

  /// The texts that the user has typed and that have not yet become the value of the binding. The
  /// newest text is the last element.
  private var typed: [String] = []

  init(_ view: TextField, in parent: ViewNode?) {
    super.init(view, in: parent, WidgetHandle(gtk_entry_new()))
    gtk_widget_set_hexpand(handle.pointer, 1)
    setTitle()
    handle.connectInput("changed") { [weak self] in self?.userTyped() }
    followValue()
  }

  override func viewChanged(from old: TextField) {
    if view.title != old.title { handle.set { setTitle() } }
    followValue()
  }

  override func show(_ value: String) {
    let value = LoopText.shown(value)
    if value == shown {
      typed = []
    } else if let index = typed.firstIndex(of: value) {
      // The owner has accepted an older text of the user. Its answer to the newer texts will
      // follow, so the field keeps what the user has typed.
      typed.removeSubrange(...index)
    } else {
      typed = []
      replaceText(with: value)
    }
  }

  override func showAnswer() {
    typed = []
    super.showAnswer()
  }

  private var shown: String { LoopText.read(gtk_editable_get_text(handle.opaque)) }

  private func setTitle() {
    let title = LoopText.shown(view.title)
    gtk_entry_set_placeholder_text(handle.cast(), title)
    stategraph_gtk_set_accessible_name(handle.pointer, title)
  }

  private func replaceText(with value: String) {
    handle.set {
      handle.withoutSignals {
        let position = gtk_editable_get_position(handle.opaque)
        let isAtEnd = Int(position) == shown.unicodeScalars.count
        gtk_editable_set_text(handle.opaque, value)
        // A cursor at the end of the text stays at the end, even if the length of the text differs.
        gtk_editable_set_position(handle.opaque, isAtEnd ? -1 : position)
      }
    }
  }

  private func userTyped() {
    let text = shown
    if typed.count == Self.typedLimit { typed.removeFirst() }
    typed.append(text)
    userChanged(to: text)
  }
}

#endif
