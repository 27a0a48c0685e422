/// Runs `body` and calls each affected observer once afterwards, however many nodes it set and
/// however often. Reads inside see the new values at once. Nested batches end with the outermost.
///
/// The batch is the current thread's: sets on other threads are delivered by those.
public func withGraphBatch<Result>(_ body: () throws -> Result) rethrows -> Result {
  SynchronousDelivery.beginBatch()
  defer { SynchronousDelivery.endBatch() }
  return try body()
}

/// The two ends of a batch for callers that cannot wrap a closure around it. Balance them on one
/// thread.
package enum GraphBatch {
  package static func begin() { SynchronousDelivery.beginBatch() }
  package static func end() { SynchronousDelivery.endBatch() }
}
