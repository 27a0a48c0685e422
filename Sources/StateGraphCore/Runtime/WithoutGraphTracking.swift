import CStateGraphThreads

/// Runs `body` without recording the nodes that it reads as dependencies. Handlers of observers and
/// internal reads of the library run inside this function.
package func withoutGraphTracking<Result>(_ body: () throws -> Result) rethrows -> Result {
  let thread = stategraph_thread_current()
  let outer = thread.pointee.tracking
  thread.pointee.tracking = nil
  defer { thread.pointee.tracking = outer }
  return try body()
}
