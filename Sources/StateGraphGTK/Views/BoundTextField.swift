#if GTK
import CGTK
import CStateGraphGTK
import StateGraphCore
import StateGraphPresentation

/// A field whose text is the value of a binding: a ``TextField`` or a ``SearchField``.
struct BoundTextField: View, PrimitiveView, BoundView {
  typealias Body = Never

  enum Kind {
    case line
    /// With a magnifying glass, and a button that empties the field.
    case search
  }

  let title: String
  let value: Binding<String>
  let kind: Kind

  func makeNode(in parent: ViewNode?) -> ViewNode { TextFieldNode(self, in: parent) }
}

private final class TextFieldNode: BoundNode<BoundTextField> {
  /// The largest number of elements in `typed`.
  private static let typedLimit = 256

  /// The texts that the user has typed and that have not yet become the value of the binding. The
  /// newest text is the last element.
  private var typed: [String] = []

  init(_ view: BoundTextField, in parent: ViewNode?) {
    let widget = view.kind == .search ? gtk_search_entry_new() : gtk_entry_new()
    super.init(view, in: parent, handle: WidgetHandle(widget!))
    gtk_widget_set_hexpand(handle.pointer, 1)
    setTitle()
    if view.kind == .search {
      // GTK emits this signal when the user presses `Escape`.
      handle.connectInput("stop-search") { [weak self] in self?.empty() }
    }
    handle.connectInput("changed") { [weak self] in self?.userTyped() }
    followValue()
  }

  override var keepsOwnState: Bool { true }

  override func viewChanged(from old: BoundTextField) {
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
    stategraph_gtk_set_text_property(handle.pointer, "placeholder-text", title)
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

  private func empty() { if !shown.isEmpty { gtk_editable_set_text(handle.opaque, "") } }

  private func userTyped() {
    let text = shown
    if typed.count == Self.typedLimit { typed.removeFirst() }
    typed.append(text)
    userChanged(to: text)
  }
}

#endif
