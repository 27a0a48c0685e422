#if GTK
import CGTK

/// A list that opens below the back button. It shows the pages to which the user can go back.
@MainActor
final class BackList {
  private let popover: WidgetHandle
  private var buttons: [WidgetHandle] = []

  init(at button: WidgetHandle, titles: [String], choose: @escaping (Int) -> Void) {
    popover = WidgetHandle(gtk_popover_new())
    let box: UnsafeMutablePointer<GtkWidget> = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
    for (position, title) in titles.enumerated() {
      let row = WidgetHandle(gtk_button_new_with_label(LoopText.shown(title)))
      // While the popover is open, the display sends all input to it.
      row.connectInput("clicked") { [popover] in
        gtk_popover_popdown(popover.cast())
        choose(position)
      }
      UnsafeMutableRawPointer(box).withMemoryRebound(to: GtkBox.self, capacity: 1) {
        gtk_box_append($0, row.pointer)
      }
      buttons.append(row)
    }
    gtk_popover_set_child(popover.cast(), box)
    gtk_widget_set_parent(popover.pointer, button.pointer)
    gtk_popover_popup(popover.cast())
  }

  isolated deinit {
    gtk_popover_popdown(popover.cast())
    gtk_widget_unparent(popover.pointer)
  }
}

#endif
