import StateGraphThreads

extension Database {
  /// The same from a task: one transaction, and no thread is held up while others have the turn.
  ///
  /// `body` runs on a thread of the database, not on the task's actor and without its task-local
  /// values; reads and writes in it belong to the transaction. Async writes begin in the order in
  /// which they were asked for. A task that is cancelled before its turn comes throws
  /// `CancellationError` at once and nothing of its write happens; once begun, a write is finished.
  ///
  /// - Throws: What `body` throws; `CancellationError`; ``DatabaseError`` as ``write(_:)``.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let pending = PendingWrite<Result>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard pending.wait(with: continuation) else { return }
        writeQueue.enqueue { [self] in
          guard !pending.isCancelled else { return }
          let outcome = Swift.Result {
            try write {
              // Others had the turn until now.
              guard pending.begin() else { throw CancellationError() }
              return try body()
            }
          }
          pending.end(outcome)
        }
      }
    } onCancel: {
      pending.cancel()
    }
  }
}

/// Where one asynchronous write is between being asked for and its end. Whoever takes the
/// continuation out resumes it, outside of the lock.
private final class PendingWrite<Value: Sendable>: Sendable {
  private typealias Continuation = CheckedContinuation<Value, any Error>

  private enum State {
    case new
    case waiting(Continuation)
    case running(Continuation)
    case cancelled, ended
  }

  private let state = Guarded(State.new)

  /// False where the task was cancelled before it got here; it has been resumed then.
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

  /// From here on it cannot be cancelled. False where it has been.
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
      // Still waiting where the write failed before its body.
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
