#if GTK
import CGTK

/// Shows a text on one or more lines. A NUL in the text is shown as U+FFFD.
public struct Text: View {
  public typealias Body = Never

  let content: String
  var lineLimit: Int?

  /// Creates a view that shows `content`.
  public init(_ content: String) { self.content = content }

  /// Shows the text on at most `count` lines. A longer text ends with an ellipsis.
  ///
  /// - Parameter count: The number of lines, at least 1. Nil, the default, for as many lines as the
  ///   text needs.
  public func lineLimit(_ count: Int?) -> Text {
    var text = self
    text.lineLimit = count.map { max(1, min($0, Int(Int16.max))) }
    return text
  }
}

extension Text: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { TextNode(self, in: parent) }
}

private final class TextNode: WidgetNode<Text> {
  init(_ view: Text, in parent: ViewNode?) {
    super.init(view, in: parent, handle: WidgetHandle(gtk_label_new(LoopText.shown(view.content))))
    setLimit()
  }

  override func viewChanged(from old: Text) {
    if view.lineLimit != old.lineLimit { handle.set { setLimit() } }
    guard view.content != old.content else { return }
    handle.set { gtk_label_set_text(handle.opaque, LoopText.shown(view.content)) }
  }

  private func setLimit() {
    let limit = view.lineLimit
    gtk_label_set_wrap(handle.opaque, limit == 1 ? 0 : 1)
    gtk_label_set_lines(handle.opaque, limit.map { Int32($0) } ?? -1)
    gtk_label_set_ellipsize(
      handle.opaque,
      limit == nil ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END
    )
  }
}

#endif
