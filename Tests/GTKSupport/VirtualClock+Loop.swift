#if GTK
import StateGraphGTK
public import TestSupport

extension VirtualClock {
  /// Runs a closure while the delays of GTK's loop go by a new clock.
  @MainActor
  public static func controlLoop(
    _ body: @MainActor (VirtualClock) async throws -> Void
  ) async rethrows {
    let before = MainLoop.clock
    let clock = VirtualClock()
    MainLoop.clock = clock
    defer { MainLoop.clock = before }
    try await body(clock)
  }
}

#endif
