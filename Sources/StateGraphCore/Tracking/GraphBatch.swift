/// Runs `body`, and calls each affected observer once at its end, for all changes together. Reads
/// inside `body` return the new values immediately. A nested batch is part of the outermost one.
///
/// The batch belongs to the current thread. Changes on other threads are delivered by those
/// threads.
public func withGraphBatch<Result>(_ body: () throws -> Result) rethrows -> Result {
  SynchronousDelivery.beginBatch()
  defer { SynchronousDelivery.endBatch() }
  return try body()
}

/// Begins and ends a batch without a closure. Calls must be balanced on one thread.
package enum GraphBatch {
  package static func begin() { SynchronousDelivery.beginBatch() }
  package static func end() { SynchronousDelivery.endBatch() }
}
