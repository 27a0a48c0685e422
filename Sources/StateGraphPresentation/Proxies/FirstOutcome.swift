import StateGraphThreads

/// One result that one task waits for. Of several outcomes, the first counts.
///
/// The sender of an event waits for its machine by it, and a machine for its suspending action. The
/// cancellation of the waiting task is an outcome too.
final class FirstOutcome<Value: Sendable>: Sendable {
  private struct State {
    var outcome: Result<Value, any Error>?
    var waiter: UnsafeContinuation<Value, any Error>?
  }

  private let state = Guarded(State())

  /// Any thread may call it. No lock is held when the waiting task continues.
  func complete(_ outcome: Result<Value, any Error>) {
    let waiter = state.withLock { state -> UnsafeContinuation<Value, any Error>? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      return state.waiter.take()
    }
    waiter?.resume(with: outcome)
  }

  /// Suspends until there is an outcome.
  nonisolated(nonsending) func wait() async throws -> Value {
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { waiter in
        let outcome = state.withLock { state -> Result<Value, any Error>? in
          if state.outcome == nil { state.waiter = waiter }
          return state.outcome
        }
        if let outcome { waiter.resume(with: outcome) }
      }
    } onCancel: {
      complete(.failure(CancellationError()))
    }
  }
}
