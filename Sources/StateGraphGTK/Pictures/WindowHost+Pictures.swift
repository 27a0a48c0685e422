#if GTK
import CGTK
import CStateGraphGTK

extension WindowHost {
  /// Writes a picture of the last sheet or alert above this window to a PNG file. Returns false if
  /// there is none, or if the file cannot be written.
  package func saveOverlayPicture(to path: String) -> Bool {
    let windows = gtk_window_get_toplevels()
    var above: UnsafeMutableRawPointer?
    for position in 0..<g_list_model_get_n_items(windows) {
      guard let window = g_list_model_get_item(windows, position) else { continue }
      // The list of windows still holds a reference to the window.
      g_object_unref(window)
      let parent = gtk_window_get_transient_for(window.assumingMemoryBound(to: GtkWindow.self))
      if parent == handle.cast() { above = window }
    }
    return above.map { stategraph_gtk_save_png($0, path) } ?? false
  }

  /// Presses the first button of this window that is on the screen and has this title. A picture
  /// can then show a page that only the user opens. Returns false if there is no such button.
  package func press(_ title: String) -> Bool {
    guard let button = Self.button(title, in: handle.pointer) else { return false }
    stategraph_gtk_emit(button, "clicked")
    return true
  }

  private static func button(
    _ title: String,
    in widget: WidgetHandle.Pointer
  ) -> WidgetHandle.Pointer? {
    if stategraph_gtk_is_button(widget), gtk_widget_get_mapped(widget) != 0 {
      let button = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkButton.self)
      if LoopText.read(gtk_button_get_label(button)) == title { return widget }
    }
    var child = gtk_widget_get_first_child(widget)
    while let now = child {
      if let found = button(title, in: now) { return found }
      child = gtk_widget_get_next_sibling(now)
    }
    return nil
  }
}

#endif
