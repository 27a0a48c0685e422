#if GTK
import CStateGraphGTK

/// Facts about GTK's loop that tests check.
public enum TestLoop {
  public static var isOnMainThread: Bool { stategraph_gtk_is_main_thread() }
  public static var hookHasRun: Bool { stategraph_gtk_hook_has_run() }

  /// Sets whether the desktop allows animations. ``TestDisplay`` turns them off at first.
  @MainActor
  public static func setAnimations(_ areEnabled: Bool) {
    stategraph_gtk_set_animations_enabled(areEnabled)
  }
}

#endif
