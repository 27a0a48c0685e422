import StateGraphCore

/// One result that one task waits for. Of several outcomes, the first counts.
///
/// The sender of an event waits for its machine by it, and a machine for its suspending action. The
/// cancellation of the waiting task is an outcome too.
@usableFromInline
final class FirstOutcome<Value: Sendable>: @unchecked Sendable {
  // SAFETY: the two fields are accessed only under the lock.
  @exclusivity(unchecked) private var outcome: Result<Value, any Error>?
  @exclusivity(unchecked) private var waiter: UnsafeContinuation<Value, any Error>?
  // One object for each event whose sender waits: a lock of its own would be two more allocations.
  private let lock = ValueLock()

  @usableFromInline
  init() {}

  /// Any thread may call it. No lock is held when the waiting task continues.
  @usableFromInline
  func complete(_ outcome: Result<Value, any Error>) {
    let waiter = lock.withLock { () -> UnsafeContinuation<Value, any Error>? in
      guard self.outcome == nil else { return nil }
      self.outcome = outcome
      return self.waiter.take()
    }
    waiter?.resume(with: outcome)
  }

  /// Whether there is an outcome.
  var isComplete: Bool { lock.withLock { outcome != nil } }

  /// Suspends until there is an outcome.
  nonisolated(nonsending) func wait() async throws -> Value {
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { waiter in
        let outcome = lock.withLock { () -> Result<Value, any Error>? in
          if self.outcome == nil { self.waiter = waiter }
          return self.outcome
        }
        if let outcome { waiter.resume(with: outcome) }
      }
    } onCancel: {
      complete(.failure(CancellationError()))
    }
  }
}

extension FirstOutcome<Void> {
  /// For a client's machine, in whose module nothing of this type is specialised.
  @usableFromInline
  func succeed() { complete(.success(())) }
}
