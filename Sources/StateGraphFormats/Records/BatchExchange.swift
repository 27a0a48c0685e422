import StateGraphThreads

/// Passes batches of records from the reading thread to the writing thread.
///
/// The writing thread gives used batches back, and the reading thread fills them again. The total
/// size in bytes of the batches between the two threads is limited. Long records therefore take no
/// more memory than short ones.
final class BatchExchange: Sendable {
  private let maximumBytes: Int
  private let state = Monitor(State())

  private struct State {
    /// The batches that the writing thread has not taken yet, in the order of the input.
    var filled: [RecordBatch] = []
    /// The batches that the writing thread has given back, which the reading thread fills again.
    var used: [RecordBatch] = []
    /// The total size in bytes of the batches that were delivered and not given back yet.
    var byteCount = 0
    var isClosed = false
  }

  init(maximumBytes: Int) {
    self.maximumBytes = maximumBytes
  }

  // MARK: - The thread that reads

  /// Waits until the limit in bytes allows another batch.
  ///
  /// Returns the used batches, which the reading thread can fill again. Returns nil after `close`,
  /// so that the reading thread ends.
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

  /// Whether `takeUsed` would return immediately, because there is room or the exchange is closed.
  var hasRoom: Bool { state.read { hasRoom($0) } }

  private func hasRoom(_ state: State) -> Bool {
    state.isClosed || state.byteCount < maximumBytes
  }

  // MARK: - The thread that writes

  /// Waits for the next batch and returns it.
  ///
  /// Do not call this after the last batch of the input, because the call would then wait forever.
  func takeFilled() -> RecordBatch {
    state.wait { !$0.filled.isEmpty }
    // Only this thread removes batches, so the batch that ended the wait is still there.
    return state.change { $0.filled.removeFirst() }
  }

  func giveBack(_ batch: RecordBatch) {
    let byteCount = batch.byteCount
    state.change { state in
      state.byteCount -= byteCount
      state.used.append(batch)
    }
  }

  /// Makes the reading thread end: its next call of `takeUsed` returns nil.
  func close() { state.change { $0.isClosed = true } }
}
