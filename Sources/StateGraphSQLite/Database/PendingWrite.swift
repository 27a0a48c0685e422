import StateGraphThreads

/// One asynchronous write of ``Database``, from its request to its end.
///
/// The waiting task is resumed exactly once, because only one method can remove the task's
/// continuation from the state. That method resumes the continuation after it has released the
/// lock.
final class PendingWrite<Value: Sendable>: Sendable {
  private typealias Continuation = CheckedContinuation<Value, any Error>

  private enum State {
    case new
    case waiting(Continuation)
    case running(Continuation)
    case cancelled, ended
  }

  private let state = Guarded(State.new)

  /// Runs `body` as one transaction on the database's write queue.
  ///
  /// Suspends the task until the write ends. Throws `CancellationError` if the task is cancelled
  /// before `body` begins.
  func run(
    _ body: @escaping @Sendable () throws -> Value,
    from origin: WritePlace,
    recording step: UndoRecorder? = nil,
    in database: Database
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard wait(with: continuation) else { return }
        database.transactions.queue.enqueue { [self] hasFollower in
          guard !isCancelled else { return nil }
          let session = WriteSession(
            of: database,
            from: origin,
            recording: step,
            hasFollower: hasFollower
          )
          return write(body, by: session, in: database)
        }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Runs the transaction.
  ///
  /// - Returns: The rest of the write, which resumes the task.
  private func write(
    _ body: @Sendable () throws -> Value,
    by session: borrowing WriteSession,
    in database: Database
  ) -> WriteQueue.Unfinished {
    var rest = WriteEnd()
    let outcome = Swift.Result {
      try session.runAlone(ending: &rest) {
        // The task may have been cancelled while this thread waited for the writer lock.
        guard begin() else { throw CancellationError() }
        return try body()
      }
    }
    return WriteQueue.Unfinished(
      waitForFlush: rest.number.map { number in
        { database.transactions.groupCommit.failure(through: number) }
      },
      end: { [self, rest] failure in
        rest.callObservers()
        end(outcome.durable(unless: failure))
      }
    )
  }

  /// Stores the continuation of the task. The task is resumed when the write ends or is cancelled.
  ///
  /// - Returns: False if the task is already cancelled. In this case, the method has resumed the
  ///   continuation with `CancellationError`.
  private func wait(with continuation: CheckedContinuation<Value, any Error>) -> Bool {
    let isWaiting = state.withLock { state in
      guard case .new = state else { return false }
      state = .waiting(continuation)
      return true
    }
    if !isWaiting { continuation.resume(throwing: CancellationError()) }
    return isWaiting
  }

  private var isCancelled: Bool {
    state.withLock { if case .cancelled = $0 { true } else { false } }
  }

  /// Marks the write as begun, so that it can no longer be cancelled.
  ///
  /// - Returns: False if the write was cancelled before this call. The body must not run in this
  ///   case.
  private func begin() -> Bool {
    state.withLock { state in
      guard case .waiting(let continuation) = state else { return false }
      state = .running(continuation)
      return true
    }
  }

  private func end(_ outcome: Result<Value, any Error>) {
    let continuation: Continuation? = state.withLock { state in
      defer { state = .ended }
      switch state {
      // The state is still `waiting` if the write failed before it called `begin()`, for example
      // with `.busy`.
      case .waiting(let continuation), .running(let continuation): return continuation
      case .new, .cancelled, .ended: return nil
      }
    }
    continuation?.resume(with: outcome)
  }

  private func cancel() {
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

extension Result where Failure == any Error {
  /// Returns the result of a write whose flush has failed with `failure`. An error of the write
  /// itself has priority.
  fileprivate func durable(unless failure: DatabaseError?) -> Self {
    if case .success = self, let failure { return .failure(failure) }
    return self
  }
}
