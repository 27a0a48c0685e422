#if GTK
import CStateGraphGTK

/// What a test asks about the loop.
public enum TestLoop {
  public static var isOnMainThread: Bool { stategraph_gtk_is_main_thread() }
  public static var hookHasRun: Bool { stategraph_gtk_hook_has_run() }

  /// Whether the desktop of the test allows animations. At first it does not.
  @MainActor
  public static func setAnimations(_ areEnabled: Bool) {
    stategraph_gtk_set_animations_enabled(areEnabled)
  }
}

#endif
