#if GTK
/// A controller that shows a view.
public final class HostingController<Content: View>: WidgetController {
  private let host = HostingView()

  /// The view that the controller shows. It is nil until the first view is set. A new view of the
  /// same type keeps the widgets. Setting nil does not remove the shown view.
  public var rootView: Content? {
    didSet { if let rootView { host.show(rootView) } }
  }

  /// Creates a controller that shows nothing.
  public required init() {}

  /// Creates a controller that shows a view.
  public convenience init(rootView: Content) {
    self.init()
    self.rootView = rootView
    // An initialiser does not call the observer of the property.
    host.show(rootView)
  }

  override public func loadView() -> WidgetView { host }
}

#endif
