#if GTK
import CGTK

/// Shows content that may be larger than the space for it. The user can scroll the content.
public struct ScrollView<Content: View>: View {
  public typealias Body = Never

  let content: Content

  /// Creates a view that scrolls `content`.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension ScrollView: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { ScrollNode(self, in: parent) }
}

private final class ScrollNode<Content: View>: BoxNode<ScrollView<Content>> {
  private let scrolled: WidgetHandle

  init(_ view: ScrollView<Content>, in parent: ViewNode?) {
    scrolled = WidgetHandle(gtk_scrolled_window_new())
    super.init(
      view,
      in: parent,
      orientation: GTK_ORIENTATION_VERTICAL,
      alignment: .center,
      spacing: 8
    )
    gtk_widget_set_hexpand(scrolled.pointer, 1)
    gtk_widget_set_vexpand(scrolled.pointer, 1)
    gtk_scrolled_window_set_child(scrolled.opaque, handle.pointer)
    show(view.content, alignment: .center)
  }

  override var handles: [WidgetHandle] { [scrolled] }

  override func viewChanged(from old: ScrollView<Content>) {
    show(view.content, alignment: .center)
  }

  override func unmount() {
    super.unmount()
    gtk_scrolled_window_set_child(scrolled.opaque, nil)
  }
}

#endif
