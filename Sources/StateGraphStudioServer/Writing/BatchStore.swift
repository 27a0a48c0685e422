import StateGraphSQLite
import StateGraphThreads

/// The batches that can be undone: the newest ones, within a limit of memory.
final class BatchStore: Sendable {
  private struct State {
    var batches: [(number: Int, batch: ChangeBatch)] = []
    var byteCount = 0
    var newest = 0
  }

  private static let countLimit = 100
  private static let byteLimit = 64 << 20

  private let state = Guarded(State())

  /// Keeps a batch. Returns its number, or nil if it is too large.
  func keep(_ batch: ChangeBatch) -> Int? {
    let size = batch.byteCount
    guard size <= BatchStore.byteLimit else { return nil }
    return state.withLock { state in
      state.newest += 1
      state.batches.append((state.newest, batch))
      state.byteCount += size
      while state.batches.count > BatchStore.countLimit || state.byteCount > BatchStore.byteLimit {
        state.byteCount -= state.batches.removeFirst().batch.byteCount
      }
      return state.newest
    }
  }

  /// Returns the batch with this number, or nil if it is not kept any more.
  subscript(number: Int) -> ChangeBatch? {
    state.withLock { state in state.batches.first { $0.number == number }?.batch }
  }

  /// Forgets a batch that was undone.
  func remove(_ number: Int) {
    state.withLock { state in
      guard let index = state.batches.firstIndex(where: { $0.number == number }) else { return }
      state.byteCount -= state.batches.remove(at: index).batch.byteCount
    }
  }
}
