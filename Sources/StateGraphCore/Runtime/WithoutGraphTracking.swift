import CStateGraphThreads

/// Runs `body` without recording its reads as dependencies. Observers' handlers and internal
/// look-ups run this way.
package func withoutGraphTracking<Result>(_ body: () throws -> Result) rethrows -> Result {
  let thread = stategraph_thread_current()
  let outer = thread.pointee.tracking
  thread.pointee.tracking = nil
  defer { thread.pointee.tracking = outer }
  return try body()
}
