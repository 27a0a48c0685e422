#if GTK
import CGTK

/// The title bar of a ``TestWindow``, with the window's buttons.
@MainActor
public struct TestTitleBar: TestSurface {
  public let title: String
  public let root: UnsafeMutableRawPointer
}

extension TestWindow {
  /// The title bar. Nil if the window has none.
  public var titleBar: TestTitleBar? {
    gtk_window_get_titlebar(pointer.assumingMemoryBound(to: GtkWindow.self)).map {
      TestTitleBar(title: title, root: UnsafeMutableRawPointer($0))
    }
  }
}

#endif
