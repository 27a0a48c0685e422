#if GTK
import CGTK

/// A stack of pages, of which the user sees the last one. A new page slides in. A removed page
/// slides out, and its widget is removed when the slide has ended.
@MainActor
final class PageDeck {
  struct Page {
    let id: AnyHashable
    let handle: WidgetHandle
    /// Called when the widget of the page has been removed, after the page has slid out.
    var onRemoval: () -> Void = {}
  }

  private static let slideMilliseconds: guint = 200

  let handle: WidgetHandle
  /// The pages from the bottom to the top.
  private(set) var pages: [Page] = []
  /// The removed pages that are sliding out. Their widgets still exist.
  private var leaving: [Page] = []
  private var nextName = 0
  private var names: [AnyHashable: String] = [:]

  init() {
    handle = WidgetHandle(gtk_stack_new())
    gtk_stack_set_transition_duration(handle.opaque, Self.slideMilliseconds)
    gtk_widget_set_hexpand(handle.pointer, 1)
    gtk_widget_set_vexpand(handle.pointer, 1)
    handle.connect("notify::transition-running") { [weak self] in self?.removeLeaving() }
  }

  /// How many pages have a widget, including the pages that are sliding out.
  var widgetCount: Int { pages.count + leaving.count }

  /// Makes the pages of the stack equal to `new`, from the bottom to the top. If the last page
  /// differs, the new one slides in from the right. If it was below before, it slides in from the
  /// left.
  func show(_ new: [Page], animated: Bool) {
    let isForward = !pages.contains { $0.id == new.last?.id }
    let hasNewTop = pages.last?.id != new.last?.id
    let kept = Set(new.map(\.id))
    leaving.append(contentsOf: pages.filter { !kept.contains($0.id) })
    leaving.removeAll { kept.contains($0.id) }
    pages = new
    for page in new where names[page.id] == nil { add(page) }
    guard let top = new.last, let name = names[top.id] else { return removeLeaving() }
    if hasNewTop {
      let isSliding = animated && gtk_widget_get_mapped(handle.pointer) != 0
      let slide =
        isForward ? GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT : GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT
      handle.set {
        gtk_stack_set_visible_child_full(
          handle.opaque,
          name,
          isSliding ? slide : GTK_STACK_TRANSITION_TYPE_NONE
        )
      }
    }
    removeLeaving()
  }

  /// Removes all pages immediately, without a slide.
  func removeAll() { show([], animated: false) }

  private func add(_ page: Page) {
    let name = "page \(nextName)"
    nextName += 1
    names[page.id] = name
    handle.set { gtk_stack_add_named(handle.opaque, page.handle.pointer, name) }
  }

  private func removeLeaving() {
    guard gtk_stack_get_transition_running(handle.opaque) == 0 || pages.isEmpty else { return }
    let removed = leaving
    leaving = []
    for page in removed {
      names[page.id] = nil
      handle.set { gtk_stack_remove(handle.opaque, page.handle.pointer) }
      page.onRemoval()
    }
  }
}

#endif
