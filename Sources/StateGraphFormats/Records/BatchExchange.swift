import StateGraphThreads

/// Passes batches of records from the reading thread to the writing thread of an import.
///
/// The reading thread waits while the total size of the batches that the writing thread has not
/// finished reaches a limit. Long records therefore take no more memory than short records.
package final class BatchExchange<Batch: ExchangedBatch>: Sendable {
  private let maximumBytes: Int
  private let state = Monitor(State())

  private struct State {
    /// The batches that wait for the writing thread, in the order of the input.
    var filled: [Batch] = []
    /// The batches that the writing thread has finished. The reading thread fills them again.
    var used: [Batch] = []
    /// The total size in bytes of the batches that the writing thread has not finished.
    var byteCount = 0
    var isClosed = false
  }

  package init(maximumBytes: Int) {
    self.maximumBytes = maximumBytes
  }

  // MARK: - The thread that reads

  /// Waits until the limit in bytes allows another batch, and returns the batches that the writing
  /// thread has finished. The reading thread fills them again.
  ///
  /// Returns nil after a call of `close`. The reading thread then ends.
  package func takeUsed() -> [Batch]? {
    state.wait { hasRoom($0) }
    return state.change { state in
      guard !state.isClosed else { return nil }
      defer { state.used.removeAll() }
      return state.used
    }
  }

  package func deliver(_ batch: Batch) {
    let byteCount = batch.byteCount
    state.change { state in
      state.byteCount += byteCount
      state.filled.append(batch)
    }
  }

  package var isClosed: Bool { state.read { $0.isClosed } }

  /// Whether `takeUsed` returns immediately, because there is room or the exchange is closed.
  var hasRoom: Bool { state.read { hasRoom($0) } }

  private func hasRoom(_ state: State) -> Bool {
    state.isClosed || state.byteCount < maximumBytes
  }

  // MARK: - The thread that writes

  /// Waits for the next batch and returns it.
  ///
  /// Do not call this after the last batch of the input. The call would wait forever.
  package func takeFilled() -> Batch {
    state.wait { !$0.filled.isEmpty }
    // Only the writing thread removes batches, so the array still contains a batch after the wait.
    return state.change { $0.filled.removeFirst() }
  }

  package func giveBack(_ batch: Batch) {
    let byteCount = batch.byteCount
    state.change { state in
      state.byteCount -= byteCount
      state.used.append(batch)
    }
  }

  /// Tells the reading thread to end: its next call of `takeUsed` returns nil.
  package func close() { state.change { $0.isClosed = true } }
}
