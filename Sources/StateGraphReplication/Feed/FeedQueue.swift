import StateGraphThreads

/// Transactions between the thread that receives them and the task that applies them.
final class FeedQueue: Sendable {
  private struct State {
    var transactions: [ServerTransaction] = []
    var bytes = 0
    var spooledCount = 0
    var spooledBytes = 0
    /// The end of the last batch or transaction.
    var end: LogPosition
    /// Whether `end` has moved far without a transaction, so that the next batch reports it.
    var hasIdleEnd = false
    var failure: ReplicationError?
    var waiting: CheckedContinuation<Result<FeedBatch, ReplicationError>, Never>?

    /// Takes what `next` returns, or nil if there is nothing.
    mutating func take() -> Result<FeedBatch, ReplicationError>? {
      guard transactions.isEmpty, !hasIdleEnd else {
        let batch = FeedBatch(transactions: transactions, end: end)
        (transactions, bytes, hasIdleEnd) = ([], 0, false)
        (spooledCount, spooledBytes) = (0, 0)
        return .success(batch)
      }
      return failure.map { .failure($0) }
    }
  }

  /// The memory that transactions in the queue may use.
  private static let maximumBytes = 16 << 20
  private static let maximumCount = 50_000
  /// Each transaction in a temporary file needs a descriptor, and room on the disk.
  private static let maximumSpooledCount = 16
  private static let maximumSpooledBytes = 1 << 30

  private let state: Guarded<State>
  /// Called after a batch was taken, outside of the lock.
  private let didTake: @Sendable () -> Void

  init(start: LogPosition, didTake: @escaping @Sendable () -> Void) {
    state = Guarded(State(end: start))
    self.didTake = didTake
  }

  /// Whether the receiving thread may add more.
  var hasRoom: Bool {
    state.withLock { state in
      state.bytes < Self.maximumBytes && state.transactions.count < Self.maximumCount
        && state.spooledCount < Self.maximumSpooledCount
        && state.spooledBytes < Self.maximumSpooledBytes
    }
  }

  func add(_ transaction: ServerTransaction) {
    change { state in
      state.transactions.append(transaction)
      // A transaction without changes in memory has a cost, too.
      state.bytes += transaction.memoryByteCount + 256
      if transaction.isSpooled {
        state.spooledCount += 1
        state.spooledBytes += transaction.byteCount
      }
      state.end = transaction.end
    }
  }

  /// Moves the end without a transaction. A batch tells it once it has moved by `idleBytes`.
  func move(to end: LogPosition, tellingAfter idleBytes: UInt64) {
    change { state in
      guard end > state.end else { return }
      guard !state.transactions.isEmpty || end.rawValue - state.end.rawValue >= idleBytes else {
        return
      }
      state.end = end
      state.hasIdleEnd = true
    }
  }

  /// Ends the queue. The first error counts.
  func finish(_ failure: ReplicationError) {
    change { state in state.failure = state.failure ?? failure }
  }

  private func change(_ body: (inout State) -> Void) {
    let wakeup = state.withLock {
      state -> (
        CheckedContinuation<Result<FeedBatch, ReplicationError>, Never>,
        Result<FeedBatch, ReplicationError>
      )? in
      body(&state)
      guard let waiting = state.waiting, let result = state.take() else { return nil }
      state.waiting = nil
      return (waiting, result)
    }
    guard let (waiting, result) = wakeup else { return }
    waiting.resume(returning: result)
    didTake()
  }

  func next() async throws(ReplicationError) -> FeedBatch {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<FeedBatch, ReplicationError>, Never>) in
      let result = state.withLock { state -> Result<FeedBatch, ReplicationError>? in
        if state.waiting != nil {
          return .failure(ReplicationError(.interrupted, "Another task waits for the feed."))
        }
        let result = state.take()
        if result == nil { state.waiting = continuation }
        return result
      }
      guard let result else { return }
      continuation.resume(returning: result)
      didTake()
    }
    return try result.get()
  }
}
