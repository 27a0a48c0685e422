/// Runs `body`, and calls the observers of all nodes that `body` changes only when `body` has
/// returned. Each observer is called once, even if several changes affect it. Reads inside `body`
/// already return the new values. If batches are nested, the observers are called at the end of the
/// outermost batch.
///
/// The batch only concerns changes on the current thread. Changes on other threads call observers
/// on those threads as usual.
public func withGraphBatch<Result>(_ body: () throws -> Result) rethrows -> Result {
  SynchronousDelivery.beginBatch()
  defer { SynchronousDelivery.endBatch() }
  return try body()
}

/// The same as ``withGraphBatch(_:)`` without a closure. Each `begin()` needs an `end()` on the
/// same thread.
package enum GraphBatch {
  package static func begin() { SynchronousDelivery.beginBatch() }
  package static func end() { SynchronousDelivery.endBatch() }
}
