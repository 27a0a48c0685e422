#if GTK
import CGTK

/// A button that opens a page in the ``NavigationView`` around the button. If there is no
/// navigation view around it, the button is disabled.
public struct NavigationLink<Destination: View>: View {
  public typealias Body = Never

  let title: String
  let destination: @MainActor () -> Destination

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - title: The text on the button, and the title of the page.
  ///   - destination: Creates the content of the page.
  public init(
    _ title: String,
    @ViewBuilder destination: @escaping @MainActor () -> Destination
  ) {
    self.title = title
    self.destination = destination
  }
}

extension NavigationLink: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { NavigationLinkNode(self, in: parent) }
}

private final class NavigationLinkNode<Destination: View>: WidgetNode<NavigationLink<Destination>> {
  private weak var page: LinkedPage?

  init(_ view: NavigationLink<Destination>, in parent: ViewNode?) {
    let handle = WidgetHandle(gtk_button_new_with_label(LoopText.shown(view.title)))
    super.init(view, in: parent, handle: handle)
    if navigation == nil { handle.changeDisablers(by: 1) }
    handle.connectInput("clicked") { [weak self] in self?.open() }
  }

  override func viewChanged(from old: NavigationLink<Destination>) {
    if view.title != old.title {
      handle.set { gtk_button_set_label(handle.cast(), LoopText.shown(view.title)) }
    }
    if let page, page.isOpen { show(on: page) }
  }

  override func unmount() {
    if let page { navigation?.close(page) }
  }

  private var navigation: (any PageOpening)? {
    var above = parent
    while let node = above {
      if let navigation = node as? any PageOpening { return navigation }
      above = node.parent
    }
    return nil
  }

  private func show(on page: LinkedPage) {
    page.tracking.begin(view.destination) { [weak page] in page?.root.show($0) }
  }

  private func open() {
    guard let navigation, page?.isOpen != true else { return }
    let root = HostRoot(in: navigation)
    let page = LinkedPage(title: view.title, root: root)
    self.page = page
    show(on: page)
    navigation.open(page)
  }
}

#endif
