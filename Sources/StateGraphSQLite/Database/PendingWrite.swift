import StateGraphThreads

/// The state of one asynchronous write, from its request to its end. The method that takes the
/// continuation out of the state resumes it, outside of the lock.
final class PendingWrite<Value: Sendable>: Sendable {
  private typealias Continuation = CheckedContinuation<Value, any Error>

  private enum State {
    case new
    case waiting(Continuation)
    case running(Continuation)
    case cancelled, ended
  }

  private let state = Guarded(State.new)

  /// Stores the continuation.
  ///
  /// - Returns: False where the task was cancelled before. The continuation was resumed then.
  func wait(with continuation: CheckedContinuation<Value, any Error>) -> Bool {
    let isWaiting = state.withLock { state in
      guard case .new = state else { return false }
      state = .waiting(continuation)
      return true
    }
    if !isWaiting { continuation.resume(throwing: CancellationError()) }
    return isWaiting
  }

  var isCancelled: Bool {
    state.withLock { if case .cancelled = $0 { true } else { false } }
  }

  /// Begins the write, which cannot be cancelled afterwards.
  ///
  /// - Returns: False where it was cancelled before.
  func begin() -> Bool {
    state.withLock { state in
      guard case .waiting(let continuation) = state else { return false }
      state = .running(continuation)
      return true
    }
  }

  func end(_ outcome: Result<Value, any Error>) {
    let continuation: Continuation? = state.withLock { state in
      defer { state = .ended }
      switch state {
      // It is still waiting where the write failed before its body.
      case .waiting(let continuation), .running(let continuation): return continuation
      case .new, .cancelled, .ended: return nil
      }
    }
    continuation?.resume(with: outcome)
  }

  func cancel() {
    let continuation: Continuation? = state.withLock { state in
      switch state {
      case .new:
        state = .cancelled
        return nil
      case .waiting(let continuation):
        state = .cancelled
        return continuation
      case .running, .cancelled, .ended: return nil
      }
    }
    continuation?.resume(throwing: CancellationError())
  }
}
