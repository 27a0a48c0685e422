#if GTK
import CGTK
import CStateGraphGTK

/// A window of the display, and the views in it.
@MainActor
package final class WindowHost {
  /// The windows that are open, in the order of their opening.
  package private(set) static var open: [WindowHost] = []

  package let handle: WidgetHandle
  package let root = HostRoot()
  /// Called when the user asks to close the window. The closure decides whether to call
  /// ``close()``. If it is nil, GTK closes the window.
  package var onClose: (() -> Void)?
  private var isOpen = true

  /// Opens a window. The display must be open.
  ///
  /// - Parameter hasTitleBar: Whether a bar with the title and the window's buttons is above the
  ///   content. The size of the window includes it.
  package init<Content: View>(_ window: Window<Content>, hasTitleBar: Bool = true) {
    handle = WidgetHandle(gtk_window_new())
    gtk_window_set_title(handle.cast(), LoopText.shown(window.title))
    gtk_window_set_default_size(handle.cast(), Int32(window.width), Int32(window.height))
    if hasTitleBar {
      let bar = WidgetHandle(gtk_header_bar_new())
      gtk_window_set_titlebar(handle.cast(), bar.pointer)
      root.titleBar = bar
    } else {
      gtk_window_set_decorated(handle.cast(), 0)
    }
    root.show(window.content)
    gtk_window_set_child(handle.cast(), root.handle.pointer)
    let action = LoopAction { [weak self] in
      guard let self, let onClose else { return false }
      onClose()
      return true
    }
    _ = stategraph_gtk_connect(
      handle.pointer,
      "close-request",
      LoopAction.perform,
      action.retained,
      LoopAction.release
    )
  }

  package func present() {
    Self.open.append(self)
    gtk_window_present(handle.cast())
  }

  /// Asks the desktop to show the window above the others and to give it the keyboard.
  func bringToFront() { gtk_window_present(handle.cast()) }

  /// Removes the views, and then the window.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    Self.open.removeAll { $0 === self }
    root.unmount()
    gtk_window_set_child(handle.cast(), nil)
    gtk_window_destroy(handle.cast())
  }

  /// Writes what the window shows to a PNG file. Returns false if the window shows nothing yet, or
  /// if the file cannot be written.
  package func savePicture(to path: String) -> Bool {
    stategraph_gtk_save_png(handle.pointer, path)
  }
}

#endif
