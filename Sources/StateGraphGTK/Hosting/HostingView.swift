#if GTK
import CGTK

/// A widget that shows a view. It makes a view usable among the widgets of a controller.
public final class HostingView: WidgetView {
  private let root = HostRoot()

  /// Creates a widget that shows nothing.
  public required init() {
    super.init(root.handle)
    gtk_widget_set_hexpand(handle.pointer, 1)
    gtk_widget_set_vexpand(handle.pointer, 1)
  }

  /// Creates a widget that shows a view.
  public convenience init(@ViewBuilder _ content: () -> some View) {
    self.init()
    show(content())
  }

  isolated deinit {
    root.unmount()
  }

  /// Shows `content` in place of the previous view. Parts with the same view type keep their
  /// widgets.
  public func show(_ content: some View) { root.show(content) }
}

#endif
