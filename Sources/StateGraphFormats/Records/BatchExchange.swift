import StateGraphThreads

/// Passes batches of records from the thread that reads to the thread that writes, and back for
/// reuse.
///
/// The bytes of the batches that have been delivered and not yet given back are limited, so that
/// long records take no more memory than short ones.
final class BatchExchange: Sendable {
  private let maximumBytes: Int
  private let state = Monitor(State())

  private struct State {
    /// The batches to write, in their order.
    var filled: [RecordBatch] = []
    /// The batches to fill again.
    var used: [RecordBatch] = []
    /// The bytes of the batches that have been delivered and not yet given back.
    var byteCount = 0
    var isClosed = false
  }

  init(maximumBytes: Int) {
    self.maximumBytes = maximumBytes
  }

  // MARK: - The thread that reads

  /// Waits until another batch may be delivered. Returns the batches to fill again, or nil after
  /// `close`.
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

  /// Waits for the next batch. Must not be called after the last batch of the input.
  func takeFilled() -> RecordBatch {
    state.wait { !$0.filled.isEmpty }
    // Only this thread takes batches, so that one is still there.
    return state.change { $0.filled.removeFirst() }
  }

  func giveBack(_ batch: RecordBatch) {
    let byteCount = batch.byteCount
    state.change { state in
      state.byteCount -= byteCount
      state.used.append(batch)
    }
  }

  /// Ends the thread that reads.
  func close() { state.change { $0.isClosed = true } }
}
