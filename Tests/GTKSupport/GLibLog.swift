#if GTK
import CStateGraphGTK
import StateGraphThreads

/// Collects the critical messages that GLib and GTK write in this process. ``WindowTrait`` fails a
/// test that causes one.
public enum GLibLog {
  private static let messages = Guarded<[String]>([])
  private static let isWatching = Guarded(false)

  /// Critical messages that are ignored, so that no test fails because of them.
  ///
  /// GTK 4.8 shows the tooltip of the widget under the pointer, such as the close button of a
  /// window, after half a second (`gtk_tooltip_show_tooltip`). If the window is closed in the
  /// meantime, GTK asks for the surface of the closed window all the same. This happens in about
  /// one run of ten, and in any program.
  private static let ignored: Set<String> = [
    "gdk_surface_get_device_position: assertion 'GDK_IS_SURFACE (surface)' failed",
    "_gtk_widget_find_at_coords: assertion 'GDK_IS_SURFACE (surface)' failed",
  ]

  /// Begins to collect critical messages. A second call does nothing.
  public static func watch() {
    let isFirst = isWatching.withLock { watching in
      defer { watching = true }
      return !watching
    }
    guard isFirst else { return }
    stategraph_gtk_watch_log { isCritical, message in
      guard let message else { return }
      // Warnings are ignored, because GTK warns of what the test machine lacks, such as a portal.
      let text = String(cString: message)
      guard isCritical, !GLibLog.ignored.contains(text) else { return }
      GLibLog.messages.withLock { $0.append(text) }
    }
  }

  /// Returns the critical messages that GLib has written since the previous call.
  public static func take() -> [String] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}

#endif
