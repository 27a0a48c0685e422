import StateGraphCore

/// A result that one task waits for and that any thread can set. Only the first outcome counts.
///
/// The sender of an event waits in this way until the machine has processed the event, and a
/// machine waits for a suspending action. If the waiting task is cancelled, the outcome is a
/// `CancellationError`.
@usableFromInline
final class FirstOutcome<Value: Sendable>: @unchecked Sendable {
  // SAFETY: `outcome` and `waiter` are accessed only under the lock.
  @exclusivity(unchecked) private var outcome: Result<Value, any Error>?
  @exclusivity(unchecked) private var waiter: UnsafeContinuation<Value, any Error>?
  // The lock is part of this object: a lock in an object of its own would cost another allocation
  // for each event whose sender waits.
  private let lock = ValueLock()
  /// The stored request that the machine deletes after it has processed the event. It is nil if a
  /// program has sent the event.
  let completedRequest: RequestToken?

  @usableFromInline
  init() { completedRequest = nil }

  init(completing request: RequestToken) { completedRequest = request }

  /// Sets the outcome and resumes the waiting task. Does nothing if there is an outcome already.
  /// Any thread may call this function. It resumes the task outside of the lock.
  @usableFromInline
  func complete(_ outcome: Result<Value, any Error>) {
    let waiter = lock.withLock { () -> UnsafeContinuation<Value, any Error>? in
      guard self.outcome == nil else { return nil }
      self.outcome = outcome
      return self.waiter.take()
    }
    waiter?.resume(with: outcome)
  }

  /// Whether ``complete(_:)`` has set the outcome.
  var isComplete: Bool { lock.withLock { outcome != nil } }

  /// Waits until there is an outcome. Returns its value or throws its error. Only one task may call
  /// this function.
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
  /// Sets the outcome to success. Inlined code in a client's module calls this specialised
  /// function, because the generic ``complete(_:)`` is slower.
  @usableFromInline
  func succeed() { complete(.success(())) }
}

/// Identifies one durable request by the object, and not by the id alone: a later request can have
/// the same id.
package final class RequestToken: Sendable {
  /// The id of the request in its session.
  package let id: String

  init(_ id: String) {
    self.id = id
  }
}
