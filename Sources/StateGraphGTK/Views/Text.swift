#if GTK
import CGTK

/// Shows a text on one or more lines. A NUL in the text is shown as U+FFFD.
public struct Text: View {
  public typealias Body = Never

  let content: String

  /// Creates a view that shows `content`.
  public init(_ content: String) { self.content = content }
}

extension Text: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { TextNode(self, in: parent) }
}

private final class TextNode: WidgetNode<Text> {
  init(_ view: Text, in parent: ViewNode?) {
    let handle = WidgetHandle(gtk_label_new(LoopText.shown(view.content)))
    gtk_label_set_wrap(handle.opaque, 1)
    super.init(view, in: parent, handle)
  }

  override func viewChanged(from old: Text) {
    guard view.content != old.content else { return }
    handle.set { gtk_label_set_text(handle.opaque, LoopText.shown(view.content)) }
  }
}

#endif
