#if GTK
import CStateGraphGTK
import StateGraphThreads

/// The critical messages of GLib in this process. A test that causes one fails.
public enum GLibLog {
  private static let messages = Guarded<[String]>([])
  private static let isWatching = Guarded(false)

  /// Begins to collect messages. A second call does nothing.
  public static func watch() {
    let isFirst = isWatching.withLock { watching in
      defer { watching = true }
      return !watching
    }
    guard isFirst else { return }
    stategraph_gtk_watch_log { isCritical, message in
      guard let message else { return }
      // GTK warns of what the machine lacks, such as a portal.
      if isCritical { GLibLog.messages.withLock { $0.append(String(cString: message)) } }
    }
  }

  /// Returns the messages since the last call.
  public static func take() -> [String] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}

#endif
