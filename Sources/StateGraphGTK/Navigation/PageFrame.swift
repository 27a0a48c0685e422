#if GTK
import CGTK
import CStateGraphGTK
import StateGraphCore

/// Pages below a header bar with a back button and a title.
///
/// The frame does not remove a page itself when the user makes a gesture. It passes the gesture to
/// `onRequest`, and its owner then calls `show` with the new pages.
@MainActor
final class PageFrame {
  /// A page to which the user can go back.
  struct BackTarget {
    let id: AnyHashable
    let title: () -> String
  }

  /// A request that the user makes with a gesture or a button.
  enum Request {
    case back
    case backTo(AnyHashable)
    case close
  }

  let handle: WidgetHandle
  let deck = PageDeck()
  var onRequest: ((Request) -> Void)?
  /// Called with the title of the last page when pages are shown, and after each change of this
  /// title.
  var onTitle: ((String) -> Void)?
  private let backButton: WidgetHandle
  private let closeButton: WidgetHandle
  private let titleLabel: WidgetHandle
  /// The header bar. It is hidden if it has neither a title nor a visible button.
  private let bar: WidgetHandle
  private var backTargets: [BackTarget] = []
  private var canClose = false
  private var title: () -> String = { "" }
  private let tracking = TrackedEvaluation()
  private var backList: BackList?

  init() {
    handle = WidgetHandle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    backButton = WidgetHandle(gtk_button_new_with_label("‹ Back"))
    closeButton = WidgetHandle(gtk_button_new_with_label("Close"))
    titleLabel = WidgetHandle(gtk_label_new(nil))
    gtk_widget_add_css_class(titleLabel.pointer, "title")
    stategraph_gtk_set_accessible_name(backButton.pointer, "Back")
    bar = WidgetHandle(gtk_header_bar_new())
    gtk_header_bar_set_show_title_buttons(bar.opaque, 0)
    gtk_header_bar_pack_start(bar.opaque, backButton.pointer)
    gtk_header_bar_pack_end(bar.opaque, closeButton.pointer)
    gtk_header_bar_set_title_widget(bar.opaque, titleLabel.pointer)
    gtk_box_append(handle.cast(), bar.pointer)
    gtk_box_append(handle.cast(), deck.handle.pointer)
    gtk_widget_set_visible(backButton.pointer, 0)
    gtk_widget_set_visible(closeButton.pointer, 0)
    gtk_widget_set_hexpand(handle.pointer, 1)
    gtk_widget_set_vexpand(handle.pointer, 1)
    backButton.connectInput("clicked") { [weak self] in self?.ask(.back) }
    closeButton.connectInput("clicked") { [weak self] in self?.ask(.close) }
    addGestures()
  }

  /// Moves the header bar from this frame to `window`, where it takes the place of the title bar.
  func placeBar(on window: WidgetHandle) {
    gtk_box_remove(handle.cast(), bar.pointer)
    gtk_window_set_titlebar(window.cast(), bar.pointer)
  }

  /// Shows pages and the title of the last one, in place of the previous pages.
  func show(
    _ pages: [PageDeck.Page],
    title: @escaping () -> String,
    backTargets: [BackTarget],
    canClose: Bool,
    animated: Bool
  ) {
    self.backTargets = backTargets
    self.canClose = canClose
    self.title = title
    backList = nil
    deck.show(pages, animated: animated)
    setVisible(backButton, isVisible: !backTargets.isEmpty)
    setVisible(closeButton, isVisible: canClose)
    tracking.begin { [weak self] in
      self?.title() ?? ""
    } then: { [weak self] text in
      self?.showTitle(text)
    }
  }

  /// Removes the pages. The owner calls this before it releases the frame.
  func end() {
    tracking.end()
    backList = nil
    onRequest = nil
    onTitle = nil
    deck.removeAll()
  }

  /// Opens the list of the pages to which the user can go back. Called after a long press on the
  /// back button.
  func openBackList() {
    guard backTargets.count > 0 else { return }
    backList = BackList(at: backButton, titles: backTargets.map { $0.title() }) {
      [weak self] position in
      guard let self, backTargets.indices.contains(position) else { return }
      ask(.backTo(backTargets[position].id))
    }
  }

  private func ask(_ request: Request) { onRequest?(request) }

  private func showTitle(_ text: String) {
    onTitle?(text)
    let text = LoopText.shown(text)
    setVisible(bar, isVisible: !text.isEmpty || !backTargets.isEmpty || canClose)
    guard text != LoopText.read(gtk_label_get_text(titleLabel.opaque)) else { return }
    titleLabel.set { gtk_label_set_text(titleLabel.opaque, text) }
  }

  private func setVisible(_ widget: WidgetHandle, isVisible: Bool) {
    guard (gtk_widget_get_visible(widget.pointer) != 0) != isVisible else { return }
    widget.set { gtk_widget_set_visible(widget.pointer, isVisible ? 1 : 0) }
  }

  private func addGestures() {
    let back: @MainActor () -> Bool = { [weak self] in
      guard let self, !backTargets.isEmpty else { return false }
      ask(.back)
      return true
    }
    let (perform, release) = (LoopAction.perform, LoopAction.release)
    let (frame, button) = (handle.pointer, backButton.pointer)
    stategraph_gtk_add_shortcut(frame, "<Alt>Left", perform, LoopAction(back).retained, release)
    // The eighth button of a mouse is its back button.
    stategraph_gtk_add_mouse_button(frame, 8, perform, LoopAction(back).retained, release)
    stategraph_gtk_add_swipe_right(frame, perform, LoopAction(back).retained, release)
    let open = LoopAction { [weak self] in
      self?.openBackList()
      return true
    }
    stategraph_gtk_add_long_press(button, perform, open.retained, release)
  }
}

#endif
