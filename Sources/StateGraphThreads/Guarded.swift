/// A value and the lock that guards it, so that neither is reached without the other.
@usableFromInline
package final class Guarded<Value>: @unchecked Sendable {
  // SAFETY: `value` is only touched inside `withLock`, under `lock`.
  @usableFromInline var value: Value
  @usableFromInline let lock = Lock()

  @inlinable
  package init(_ value: sending Value) {
    self.value = value
  }

  /// Runs `body` under the lock: no user code in there, and nothing that takes another lock.
  @inlinable
  @inline(__always)
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
