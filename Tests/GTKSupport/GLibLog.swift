#if GTK
import CStateGraphGTK
import StateGraphThreads

/// Collects the critical messages of GLib in this process. ``WindowTrait`` fails a test that causes
/// one.
public enum GLibLog {
  private static let messages = Guarded<[String]>([])
  private static let isWatching = Guarded(false)

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
      if isCritical { GLibLog.messages.withLock { $0.append(String(cString: message)) } }
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
