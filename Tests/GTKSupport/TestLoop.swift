#if GTK
import CGTK
import CStateGraphGTK
import StateGraphThreads

/// Properties of GTK's event loop that tests check, and a setting that they change.
public enum TestLoop {
  public static var isOnMainThread: Bool { stategraph_gtk_is_main_thread() }
  public static var hookHasRun: Bool { stategraph_gtk_hook_has_run() }

  /// Sets whether the desktop allows animations. ``TestDisplay`` turns animations off when it
  /// opens.
  @MainActor
  public static func setAnimations(_ areEnabled: Bool) {
    stategraph_gtk_set_animations_enabled(areEnabled)
  }

  /// Sets whether windows are dark.
  @MainActor
  public static func setDark(_ isDark: Bool) {
    var value = GValue()
    g_value_init(&value, g_type_from_name("gboolean"))
    g_value_set_boolean(&value, isDark ? 1 : 0)
    let settings = UnsafeMutableRawPointer(gtk_settings_get_default())
    g_object_set_property(
      settings?.assumingMemoryBound(to: GObject.self),
      "gtk-application-prefer-dark-theme",
      &value
    )
    g_value_unset(&value)
  }

  /// Waits until the loop has nothing to do, and returns for how many milliseconds it then waits
  /// for an event. Nil if it waits without a limit, because nothing asks it to run again by itself.
  @MainActor
  public static func nextWait() async -> Int32? {
    g_main_context_set_poll_func(nil, waitAndReport)
    defer { g_main_context_set_poll_func(nil, nil) }
    let milliseconds = await withCheckedContinuation { continuation in
      waiter.withLock { $0 = continuation }
    }
    return milliseconds < 0 ? nil : milliseconds
  }
}

extension TestLoop {
  /// Waits until GLib has run an idle source of the default priority. GTK has such sources.
  @MainActor
  public static func runIdleSource() async {
    await withCheckedContinuation { continuation in
      idleWaiter.withLock { $0 = continuation }
      g_idle_add(
        { _ in
          let continuation = idleWaiter.withLock { $0.take() }
          continuation?.resume()
          return 0
        },
        nil
      )
    }
  }
}

/// Receives the call of the idle source.
private let idleWaiter = Guarded<CheckedContinuation<Void, Never>?>(nil)

/// Receives the next wait of the loop that is not 0.
private let waiter = Guarded<CheckedContinuation<Int32, Never>?>(nil)

/// The function by which GLib waits for events.
private let waitAndReport: GPollFunc = { descriptors, count, milliseconds in
  if milliseconds != 0 {
    let continuation = waiter.withLock { $0.take() }
    continuation?.resume(returning: milliseconds)
  }
  return g_poll(descriptors, count, milliseconds)
}

#endif
