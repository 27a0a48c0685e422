import StateGraphThreads

/// Passes batches of records from the reading thread to the writing thread, and returns used
/// batches to the reading thread.
///
/// The total size of the delivered batches that have not been given back is limited in bytes. Long
/// records therefore take no more memory than short ones.
final class BatchExchange: Sendable {
  private let maximumBytes: Int
  private let state = Monitor(State())

  private struct State {
    /// The batches that wait for the writing thread, in order.
    var filled: [RecordBatch] = []
    /// The used batches, which the reading thread fills again.
    var used: [RecordBatch] = []
    /// The total size in bytes of the batches that were delivered and have not been given back.
    var byteCount = 0
    var isClosed = false
  }

  init(maximumBytes: Int) {
    self.maximumBytes = maximumBytes
  }

  // MARK: - The thread that reads

  /// Waits until the limit allows another batch. Returns the batches that the reading thread can
  /// fill again, or nil after `close`.
  func takeUsed() -> [RecordBatch]? {
    state.wait { hasRoom($0) }
    return state.change { state in
      guard !state.isClosed else { return nil }
      defer { state.used.removeAll() }
      return state.used
    }
  }

  func deliver(_ batch: RecordBatch) {
    let byteCount = batch.byteCount
    state.change { state in
      state.byteCount += byteCount
      state.filled.append(batch)
    }
  }

  var isClosed: Bool { state.read { $0.isClosed } }

  /// Whether `takeUsed` would return at once.
  var hasRoom: Bool { state.read { hasRoom($0) } }

  private func hasRoom(_ state: State) -> Bool {
    state.isClosed || state.byteCount < maximumBytes
  }

  // MARK: - The thread that writes

  /// Waits for the next batch and returns it. Must not be called after the last batch of the input.
  func takeFilled() -> RecordBatch {
    state.wait { !$0.filled.isEmpty }
    // No other thread removes batches, so the batch that ended the wait is still there.
    return state.change { $0.filled.removeFirst() }
  }

  func giveBack(_ batch: RecordBatch) {
    let byteCount = batch.byteCount
    state.change { state in
      state.byteCount -= byteCount
      state.used.append(batch)
    }
  }

  /// Tells the reading thread to end.
  func close() { state.change { $0.isClosed = true } }
}
