import Glibc

/// Passes batches from the thread that reads to the one that writes, and back when they are used
/// up. Bounds what is read ahead: by bytes, so that long records are no more than short ones.
final class BatchExchange: @unchecked Sendable {
  // SAFETY: the pointers never change and are freed last; all other properties are only touched
  // under `mutex`.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private let maximumBytes: Int
  private var filled: [RecordBatch] = []
  private var used: [RecordBatch] = []
  /// Of the batches that were delivered and not given back yet.
  private var byteCount = 0
  private var closed = false

  init(maximumBytes: Int) {
    self.maximumBytes = maximumBytes
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    changed.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  // MARK: - The thread that reads

  /// Waits until there is room for another batch. Returns all that were given back, or nil once
  /// nobody wants any more.
  func takeUsed() -> [RecordBatch]? {
    withLock {
      while !closed, !isWithinBounds { pthread_cond_wait(changed, mutex) }
      defer { used.removeAll() }
      return closed ? nil : used
    }
  }

  func deliver(_ batch: RecordBatch) {
    let added = batch.byteCount
    withLock {
      byteCount += added
      filled.append(batch)
      pthread_cond_signal(changed)
    }
  }

  var isClosed: Bool { withLock { closed } }

  /// Whether `takeUsed` would return at once.
  var hasRoom: Bool { withLock { closed || isWithinBounds } }

  private var isWithinBounds: Bool { byteCount < maximumBytes }

  // MARK: - The thread that writes

  /// Waits for the next batch. Call only as long as the last one was not the input's last.
  func takeFilled() -> RecordBatch {
    withLock {
      while filled.isEmpty { pthread_cond_wait(changed, mutex) }
      return filled.removeFirst()
    }
  }

  func giveBack(_ batch: RecordBatch) {
    let removed = batch.byteCount
    withLock {
      byteCount -= removed
      used.append(batch)
      pthread_cond_signal(changed)
    }
  }

  /// Lets the thread that reads come to its end.
  func close() {
    withLock {
      closed = true
      pthread_cond_signal(changed)
    }
  }
}
