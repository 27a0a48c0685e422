#if GTK
import CStateGraphGTK

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
}

#endif
