#if GTK
import CGTK
import StateGraphGTK

/// The window of a sheet or an alert.
public struct TestOverlay: TestSurface {
  public let root: UnsafeMutableRawPointer

  /// The windows of sheets and alerts in the process, in the order of their creation. These are all
  /// windows except those of a ``TestWindow``.
  public static var all: [TestOverlay] {
    let windows = gtk_window_get_toplevels()
    let known = WindowHost.open.map { UnsafeMutableRawPointer($0.handle.pointer) }
    return (0..<g_list_model_get_n_items(windows)).compactMap { position in
      guard let window = g_list_model_get_item(windows, position) else { return nil }
      // The list of windows still holds a reference to the window.
      g_object_unref(window)
      return known.contains(window) ? nil : TestOverlay(root: window)
    }
  }

  public var title: String {
    LoopText.read(gtk_window_get_title(root.assumingMemoryBound(to: GtkWindow.self)))
  }

  /// Whether `window` is the parent window of this overlay, so that the desktop shows the overlay
  /// above `window`.
  public func isAbove(_ window: TestWindow) -> Bool {
    let parent = gtk_window_get_transient_for(root.assumingMemoryBound(to: GtkWindow.self))
    return parent.map { UnsafeMutableRawPointer($0) } == window.pointer
  }

  /// Closes the window as the close button of its title bar does.
  public func close() { gtk_window_close(root.assumingMemoryBound(to: GtkWindow.self)) }
}

#endif
