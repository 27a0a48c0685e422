import StateGraphThreads

/// The one commit observer of a database.
final class ObserverSlot: @unchecked Sendable {
  // SAFETY: `locked` is guarded by the database's writer lock; `shared` guards itself.

  private let shared = Guarded<(any CommitObserver)?>(nil)
  /// The same observer as in `shared`. The thread that holds the writer lock reads it without
  /// locking, because an observer is attached only with that lock held.
  @exclusivity(unchecked) private(set) var locked: (any CommitObserver)?

  /// The attached observer, or nil. Can be read on any thread.
  var current: (any CommitObserver)? { shared.withLock { $0 } }

  /// Attaches the observer that `make` returns, unless an observer is already attached.
  ///
  /// - Returns: The attached observer, which may be the earlier one.
  func attach(in database: Database, _ make: () -> any CommitObserver) -> any CommitObserver {
    let lock = database.writerLock
    if let current {
      database.snapshot?.begin(for: current)
      return current
    }
    // The writer lock ensures that the observer is attached before or after a write of another
    // thread, and not in the middle of it.
    let isHeld = lock.isHeldByCurrentThread
    if !isHeld { lock.acquire() }
    defer { if !isHeld { lock.release() } }
    let (attached, isNew) = shared.withLock { current in
      if let current { return (current, false) }
      let made = make()
      current = made
      return (made, true)
    }
    if isNew { didAttach(attached, to: database) }
    database.snapshot?.begin(for: attached)
    return attached
  }

  /// Begins to follow the commits of other processes. If this thread is inside a write, tells the
  /// new observer of each open `write` call.
  private func didAttach(_ observer: any CommitObserver, to database: Database) {
    locked = observer
    database.foreignCommits.begin(in: database)
    guard database.isWriting else { return }
    observer.writeWillBegin()
    for _ in 1..<max(1, database.transactions.depth) { observer.nestedWriteWillBegin() }
  }
}
