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

/// A controller that shows a view. It makes a view usable where a ``WidgetController`` is needed,
/// such as a page of a navigation.
public final class HostingController<Content: View>: WidgetController {
  private let host = HostingView()

  /// The view that the controller shows, or nil if no view has been set. A new view keeps the
  /// widgets of the previous view. Setting nil does not remove the shown view.
  public var rootView: Content? {
    didSet { if let rootView { host.show(rootView) } }
  }

  /// Creates a controller that shows nothing.
  public required init() {}

  /// Creates a controller that shows a view.
  public convenience init(rootView: Content) {
    self.init()
    self.rootView = rootView
    // In an initialiser, an assignment to the property does not call `didSet`.
    host.show(rootView)
  }

  override public func loadView() -> WidgetView { host }
}

#endif
