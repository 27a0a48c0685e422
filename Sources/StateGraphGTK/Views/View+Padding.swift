#if GTK
import CGTK

/// A view with free space around it.
private struct PaddedView<Content: View>: View {
  typealias Body = Never

  let content: Content
  let length: Int32
}

extension PaddedView: PrimitiveView {
  func makeNode(in parent: ViewNode?) -> ViewNode { PaddedNode(self, in: parent) }
}

private final class PaddedNode<Content: View>: BoxNode<PaddedView<Content>> {
  init(_ view: PaddedView<Content>, in parent: ViewNode?) {
    super.init(
      view,
      in: parent,
      orientation: GTK_ORIENTATION_VERTICAL,
      alignment: .center,
      spacing: 0
    )
    setMargins()
    show(view.content, alignment: .center)
  }

  override func viewChanged(from old: PaddedView<Content>) {
    if view.length != old.length { handle.set { setMargins() } }
    show(view.content, alignment: .center)
  }

  private func setMargins() {
    gtk_widget_set_margin_top(handle.pointer, view.length)
    gtk_widget_set_margin_bottom(handle.pointer, view.length)
    gtk_widget_set_margin_start(handle.pointer, view.length)
    gtk_widget_set_margin_end(handle.pointer, view.length)
  }
}

extension View {
  /// Adds free space around this view.
  ///
  /// - Parameter length: The width of the space on each side in pixels, or nil for the default, 16.
  public func padding(_ length: Int? = nil) -> some View {
    PaddedView(content: self, length: Int32(max(0, min(length ?? 16, Int(Int16.max)))))
  }
}

#endif
