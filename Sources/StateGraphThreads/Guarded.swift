/// A value together with a lock. The value can be accessed only while the lock is held.
@usableFromInline
package final class Guarded<Value>: @unchecked Sendable {
  // SAFETY: `value` is accessed only inside `withLock`, under `lock`, which a thread cannot take
  // twice. Accesses therefore never overlap.
  @exclusivity(unchecked) @usableFromInline var value: Value
  @usableFromInline let lock = Lock()

  @inlinable
  package init(_ value: sending Value) {
    self.value = value
  }

  /// Calls `body` with the value while the lock is held.
  ///
  /// `body` must not call user code and must not take another lock, because either could cause a
  /// deadlock.
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
