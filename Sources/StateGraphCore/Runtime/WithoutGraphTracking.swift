import CStateGraphThreads

/// Runs `body` without recording the nodes that `body` reads as dependencies.
///
/// The library runs the handlers of observers and its own internal reads inside this function.
package func withoutGraphTracking<Result>(_ body: () throws -> Result) rethrows -> Result {
  let thread = stategraph_thread_current()
  let outer = thread.pointee.tracking
  thread.pointee.tracking = nil
  defer { thread.pointee.tracking = outer }
  return try body()
}
