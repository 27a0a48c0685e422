/// Runs `body`, and delays all calls of observers until `body` has returned or thrown an error.
///
/// Each observer is called once, even if several changes affect it. Reads inside `body` already
/// return the new values. If batches are nested, the observers are called at the end of the
/// outermost batch.
///
/// A batch delays only the changes on the current thread. Changes on other threads call observers
/// on those threads as usual.
public func withGraphBatch<Result>(_ body: () throws -> Result) rethrows -> Result {
  SynchronousDelivery.beginBatch()
  defer { SynchronousDelivery.endBatch() }
  return try body()
}

/// Begins and ends a batch without a closure. See ``withGraphBatch(_:)``.
///
/// Each `begin()` needs an `end()` on the same thread. Without it, changes on this thread never
/// call observers again.
package enum GraphBatch {
  package static func begin() { SynchronousDelivery.beginBatch() }
  package static func end() { SynchronousDelivery.endBatch() }
}
