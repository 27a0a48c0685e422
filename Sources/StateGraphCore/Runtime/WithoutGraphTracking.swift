import CStateGraphThreads

/// Runs `body` without recording the nodes that it reads.
///
/// Inside the closure of a ``Computed`` or of an observer, the nodes that `body` reads do not
/// become dependencies: their changes do not run the closure again.
///
/// ```swift
/// withGraphTrackingGroup {
///   let text = model.text
///   withoutGraphTracking { log.append("\(model.author): \(text)") }
/// }
/// ```
///
/// - Parameter body: A closure that runs at once, on the calling thread.
/// - Returns: The result of `body`.
public func withoutGraphTracking<Result>(_ body: () throws -> Result) rethrows -> Result {
  let thread = stategraph_thread_current()
  let outer = thread.pointee.tracking
  thread.pointee.tracking = nil
  defer { thread.pointee.tracking = outer }
  return try body()
}
