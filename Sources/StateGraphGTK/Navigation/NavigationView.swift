#if GTK
import CGTK

/// A view that shows a first page. A ``NavigationLink`` in a page opens a further page above it.
///
/// The view has a header bar with a back button, and keeps the list of the open pages itself. A
/// press of a link adds a page. The back button, Alt+Left, a swipe to the right, and the back
/// button of the mouse remove the last page.
public struct NavigationView<Content: View>: View {
  public typealias Body = Never

  let content: Content

  /// Creates a navigation whose first page shows `content`.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension NavigationView: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { NavigationNode(self, in: parent) }
}

/// A node that can open pages: the node of a ``NavigationView``. Links find it among the nodes
/// above them.
@MainActor
protocol PageOpening: ViewNode {
  /// Shows the page of a link above all other pages. The link keeps the content of the page up to
  /// date.
  func open(_ page: LinkedPage)
  /// Removes the page of a link that does not exist any more, and the pages above this page.
  func close(_ page: LinkedPage)
}

/// A page that a ``NavigationLink`` has opened.
@MainActor
final class LinkedPage {
  let title: String
  let root: HostRoot
  /// Evaluates the content of the page again after a change of a graph node that the content has
  /// read.
  let tracking = TrackedEvaluation()
  /// Whether the page is in the list of open pages. A page that slides out is not.
  var isOpen = true

  init(title: String, root: HostRoot) {
    self.title = title
    self.root = root
  }
}

private final class NavigationNode<Content: View>: TypedNode<NavigationView<Content>>, PageOpening {
  private let frame = PageFrame()
  private var first: HostRoot?
  private var opened: [LinkedPage] = []

  override init(_ view: NavigationView<Content>, in parent: ViewNode?) {
    super.init(view, in: parent)
    frame.onRequest = { [weak self] in self?.handle($0) }
    let first = HostRoot(in: self)
    self.first = first
    first.show(view.content)
    showPages(animated: false)
  }

  override var handles: [WidgetHandle] { [frame.handle] }

  override func viewChanged(from old: NavigationView<Content>) { first?.show(view.content) }

  // The widget of this node is the frame. It stays the same when the widgets of a page change.
  override func childHandlesChanged() {}

  override func unmount() {
    frame.end()
    opened = []
    first?.unmount()
  }

  func open(_ page: LinkedPage) {
    opened.append(page)
    showPages(animated: true)
  }

  func close(_ page: LinkedPage) {
    if let position = opened.firstIndex(where: { $0 === page }) { keep(position) }
  }

  private func handle(_ request: PageFrame.Request) {
    switch request {
    case .back: keep(opened.count - 1)
    case .backTo(let id):
      let position = opened.firstIndex { AnyHashable(ObjectIdentifier($0)) == id }
      keep(position.map { $0 + 1 } ?? 0)
    case .close: break
    }
  }

  /// Keeps the first `count` opened pages, and removes all others.
  private func keep(_ count: Int) {
    guard count >= 0, count < opened.count else { return }
    let removed = opened[count...]
    opened.removeSubrange(count...)
    for page in removed { page.isOpen = false }
    showPages(animated: true)
  }

  private func showPages(animated: Bool) {
    guard let first else { return }
    let id = AnyHashable(ObjectIdentifier(self))
    let pages = opened.map { page in
      PageDeck.Page(id: ObjectIdentifier(page), handle: page.root.handle) {
        page.tracking.end()
        page.root.unmount()
      }
    }
    let targets = opened.dropLast().reversed().map { page in
      PageFrame.BackTarget(id: ObjectIdentifier(page)) { page.title }
    }
    let title = opened.last?.title ?? ""
    frame.show(
      [PageDeck.Page(id: id, handle: first.handle)] + pages,
      title: { title },
      backTargets: opened.isEmpty ? [] : targets + [PageFrame.BackTarget(id: id) { "First page" }],
      canClose: false,
      animated: animated
    )
  }
}

#endif
