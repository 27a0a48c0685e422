import CStateGraphThreads

/// Runs `body` without recording what it reads: observers, and look-ups that are no dependency.
package func withoutGraphTracking<Result>(_ body: () throws -> Result) rethrows -> Result {
  let thread = stategraph_thread_current()
  let outer = thread.pointee.tracking
  thread.pointee.tracking = nil
  defer { thread.pointee.tracking = outer }
  return try body()
}
