#if GTK
import CGTK
import CStateGraphGTK
import Dispatch

/// GTK's event loop on the main thread. The loop also runs the jobs of the main queue, and with
/// them those of the main actor. It sleeps while there is no work.
@MainActor
package enum MainLoop {
  private static var isOpen = false

  /// Attaches the main queue to GTK's loop, and opens the display. A second call does nothing.
  package static func open() throws(GTKStartError) {
    if isOpen { return }
    try attach()
    guard gtk_init_check() != 0 else { throw .noDisplay }
    stategraph_gtk_report_lost_display()
    isOpen = true
  }

  /// Attaches the main queue to GTK's loop, without opening a display.
  package static func attach() throws(GTKStartError) {
    guard stategraph_gtk_is_main_thread() else { throw .notOnMainThread }
    if let name = stategraph_gtk_missing_entry_point() {
      throw .missingEntryPoint(String(cString: name))
    }
    guard stategraph_gtk_attach_main_queue() else { throw .noMainQueue }
  }

  /// How many times the loop has run jobs of the main queue. Tests read this number.
  package static var iterationCount: UInt64 { stategraph_gtk_iteration_count() }

  /// Runs `action` in a later iteration of the loop.
  package static func later(_ action: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated(action) }
  }

  /// The clock that measures the delays of ``later(after:_:)``. Tests replace it by a clock that
  /// they advance.
  package static var clock: any Clock<Duration> = ContinuousClock()

  /// Runs `action` in the first iteration of the loop after the delay. The delay begins with this
  /// call.
  package static func later(
    after delay: Duration,
    _ action: @escaping @MainActor @Sendable () -> Void
  ) {
    // The task can begin late. A deadline that it computed would then be late, too.
    let wait = clock.wait(after: delay)
    Task {
      try? await wait()
      action()
    }
  }

  /// Runs `action` once, when the loop has neither events of the user nor jobs of the main queue
  /// left.
  package static func whenIdle(_ action: @escaping @MainActor () -> Void) {
    stategraph_gtk_when_idle(
      LoopAction.perform,
      LoopAction {
        action(); return false
      }.retained,
      LoopAction.release
    )
  }

  /// Waits until the main queue and GTK have nothing left to do.
  package static func waitUntilIdle() async {
    // The first wait can start work, which the second wait then completes.
    for _ in 0..<2 {
      await withCheckedContinuation { continuation in whenIdle { continuation.resume() } }
    }
  }
}

extension Clock {
  /// Returns a function that sleeps until `delay` has passed since this call.
  fileprivate func wait(after delay: Duration) -> @Sendable () async throws -> Void {
    let deadline = now.advanced(by: delay)
    return { try await sleep(until: deadline, tolerance: nil) }
  }
}

#endif
