#if GTK
import CGTK
import CStateGraphGTK
import StateGraphPresentation

/// The window of a sheet or an alert. It is a modal dialog above the window of a
/// ``NavigationController``.
@MainActor
final class OverlayWindow {
  let id: NavigationItemID
  private let handle: WidgetHandle
  private let binding: NavigationBinding
  private var sheet: PageFrame?
  private var buttons: [WidgetHandle] = []
  private var shownAlert: AlertItem?

  init(
    id: NavigationItemID,
    above window: UnsafeMutablePointer<GtkWindow>,
    binding: NavigationBinding
  ) {
    self.id = id
    self.binding = binding
    handle = WidgetHandle(gtk_window_new())
    gtk_window_set_modal(handle.cast(), 1)
    gtk_window_set_transient_for(handle.cast(), window)
    let escape = LoopAction { [weak self] in
      self?.binding.handle(.escape)
      return true
    }
    let close = LoopAction { [weak self] in
      guard let self else { return true }
      binding.handle(sheet == nil ? .escape : .close(self.id))
      return true
    }
    let (perform, release) = (LoopAction.perform, LoopAction.release)
    stategraph_gtk_add_shortcut(handle.pointer, "Escape", perform, escape.retained, release)
    _ = stategraph_gtk_connect(handle.pointer, "close-request", perform, close.retained, release)
  }

  func show(_ overlay: NavigationOverlay, animated: Bool) {
    switch overlay {
    case .sheet(let item): show(item, animated: animated)
    case .alert(let item): show(item)
    }
    // The window is presented once. A second `gtk_window_present` would take the focus from the
    // windows above this one.
    if gtk_widget_get_visible(handle.pointer) == 0 { gtk_window_present(handle.cast()) }
  }

  func close() {
    sheet?.end()
    gtk_window_set_child(handle.cast(), nil)
    gtk_window_destroy(handle.cast())
  }

  private func show(_ item: SheetItem, animated: Bool) {
    if sheet == nil {
      let frame = PageFrame()
      frame.onRequest = { [weak self] in self?.handle($0) }
      frame.onTitle = { [weak self] in self?.setTitle($0) }
      frame.placeBar(on: handle)
      gtk_window_set_default_size(handle.cast(), 400, 300)
      gtk_window_set_child(handle.cast(), frame.handle.pointer)
      sheet = frame
    }
    sheet?.show(item.pages, canClose: item.canClose, animated: animated)
  }

  /// Sets the title of the window. The desktop shows the title, and a screen reader reads it aloud.
  private func setTitle(_ title: String) {
    gtk_window_set_title(handle.cast(), LoopText.shown(title))
  }

  private func handle(_ request: PageFrame.Request) {
    switch request {
    case .back: binding.handle(.back)
    case .backTo(let id):
      if let id = id.base as? NavigationItemID { binding.handle(.backTo(id)) }
    case .close: binding.handle(.close(id))
    }
  }

  private func show(_ item: AlertItem) {
    if let shownAlert, shownAlert.title == item.title, shownAlert.message == item.message,
      shownAlert.buttons == item.buttons
    {
      return
    }
    shownAlert = item
    setTitle(item.title)
    let box = WidgetHandle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
    let row = WidgetHandle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8))
    append(item.title, styled: "heading", to: box)
    if !item.message.isEmpty { append(item.message, styled: nil, to: box) }
    buttons = item.buttons.enumerated().map { position, button in
      let widget = WidgetHandle(gtk_button_new_with_label(LoopText.shown(button.title)))
      if button.role == .destructive {
        gtk_widget_add_css_class(widget.pointer, "destructive-action")
      }
      widget.connectInput("clicked") { [weak self] in
        guard let self else { return }
        binding.handle(.press(position, in: id))
      }
      gtk_widget_set_hexpand(widget.pointer, 1)
      gtk_box_append(row.cast(), widget.pointer)
      return widget
    }
    gtk_box_append(box.cast(), row.pointer)
    gtk_widget_set_margin_top(box.pointer, 16)
    gtk_widget_set_margin_bottom(box.pointer, 16)
    gtk_widget_set_margin_start(box.pointer, 16)
    gtk_widget_set_margin_end(box.pointer, 16)
    gtk_window_set_child(handle.cast(), box.pointer)
  }

  private func append(_ text: String, styled style: String?, to box: WidgetHandle) {
    let label = WidgetHandle(gtk_label_new(LoopText.shown(text)))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_widget_set_halign(label.pointer, GTK_ALIGN_START)
    if let style { gtk_widget_add_css_class(label.pointer, style) }
    gtk_box_append(box.cast(), label.pointer)
  }
}

#endif
