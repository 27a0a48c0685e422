#if GTK
import CGTK
public import StateGraphPresentation

/// A controller that shows the pages, sheets and alerts for the state of a store.
///
/// ```swift
/// let controller = NavigationController().composable.bind(
///   store: store,
///   makeRootSegment: makeRootSegment,
///   makeDismissAction: \.dismissAction
/// )
/// ```
///
/// The pages are ``WidgetController``s. A gesture of the user does not remove a page itself. It
/// sends dismiss actions to the store, and the controller then shows the pages of the new state.
/// The gestures are the back button, Alt+Left, a swipe to the right, the back button of the mouse,
/// the list that a long press on the back button opens, Escape, and the close button of a sheet.
public final class NavigationController: WidgetController, NavigationPresenter {
  /// The binding to the store. It determines which pages this controller shows, and gets the
  /// gestures of the user.
  public let navigation = NavigationBinding()
  private let frame = PageFrame()
  private let frameView: WidgetView
  /// The sheets and alerts of the state. They are on the screen as long as the pages are in a
  /// window.
  private var overlayItems: [NavigationOverlay] = []
  private var overlays: [OverlayWindow] = []

  /// Creates a controller without pages.
  public required init() {
    frameView = WidgetView(frame.handle)
    super.init()
    frame.onRequest = { [weak self] in self?.handle($0) }
    frame.handle.connect("notify::root") { [weak self] in self?.showOverlays(animated: false) }
  }

  isolated deinit {
    navigation.cancel()
    for overlay in overlays { overlay.close() }
    frame.end()
  }

  override public func loadView() -> WidgetView { frameView }

  /// How many pages the controller shows, including removed pages that are sliding out.
  package var pageCount: Int { frame.deck.widgetCount }

  /// Makes the pages, sheets and alerts on the screen equal to `stack`. The object ``navigation``
  /// calls this function after each change of the state.
  public func show(_ stack: NavigationStack, animated: Bool) {
    frame.show(stack.pages, canClose: false, animated: animated)
    overlayItems = stack.overlays
    showOverlays(animated: animated)
  }

  private func handle(_ request: PageFrame.Request) {
    // A gesture in the pages below a sheet or an alert is ignored.
    guard overlayItems.isEmpty else { return }
    switch request {
    case .back: navigation.handle(.back)
    case .backTo(let id):
      if let id = id.base as? NavigationItemID { navigation.handle(.backTo(id)) }
    case .close: break
    }
  }

  private func showOverlays(animated: Bool) {
    let root = gtk_widget_get_root(frame.handle.pointer)
    let window = root.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self) }
    let items = window == nil ? [] : overlayItems
    closeOverlays { overlay in !items.contains { $0.id == overlay.id } }
    // GTK sends the input to the newest window. Therefore the overlays that belong above a new
    // overlay are closed and opened again after the new overlay.
    let inPlace = zip(overlays, items).prefix { $0.id == $1.id }.count
    let misplaced = Set(overlays[inPlace...].map(\.id))
    closeOverlays { misplaced.contains($0.id) }
    guard let window else { return }
    for item in items.dropFirst(inPlace) {
      overlays.append(OverlayWindow(id: item.id, above: window, binding: navigation))
    }
    for (overlay, item) in zip(overlays, items) { overlay.show(item, animated: animated) }
  }

  private func closeOverlays(where isClosing: (OverlayWindow) -> Bool) {
    let closed = overlays.filter(isClosing)
    overlays.removeAll(where: isClosing)
    for overlay in closed.reversed() { overlay.close() }
  }
}

extension PageFrame {
  /// Shows a stack of pages whose values are controllers.
  func show(_ stack: PageStack, canClose: Bool, animated: Bool) {
    let controllers = stack.pages.map { (id: $0.id, page: $0.page as? WidgetController) }
    let pages = controllers.compactMap { item in
      item.page.map { PageDeck.Page(id: item.id, handle: $0.view.handle) }
    }
    let top = controllers.last?.page
    let targets = stack.backTargets.map { target in
      BackTarget(id: target) { [weak page = controllers.first { $0.id == target }?.page] in
        page?.title ?? ""
      }
    }
    show(
      pages,
      title: { [weak top] in top?.title ?? "" },
      backTargets: targets,
      canClose: canClose,
      animated: animated
    )
  }
}

#endif
