import StateGraphThreads

/// Stores the one ``CommitObserver`` of a database: the graph of entities and queries, which is
/// updated after each commit.
final class ObserverSlot: @unchecked Sendable {
  // SAFETY: `locked` is used only while the database's writer lock is held. `shared` has its own
  // lock.

  private let shared = Guarded<(any CommitObserver)?>(nil)
  /// The attached observer, for the thread that holds the database's writer lock. `shared` contains
  /// the same observer.
  ///
  /// With this copy, the thread need not take the lock of `shared`. An observer is attached only
  /// while the writer lock is held.
  @exclusivity(unchecked) private(set) var locked: (any CommitObserver)?

  /// The attached observer, or nil if none is attached yet. Any thread may read this property.
  var current: (any CommitObserver)? { shared.withLock { $0 } }

  /// Attaches the observer that `make` creates, unless an observer is already attached.
  ///
  /// - Returns: The observer of the database: the new one, or the one that was attached earlier.
  func attach(in database: Database, _ make: () -> any CommitObserver) -> any CommitObserver {
    let lock = database.writerLock
    if let current {
      database.snapshot?.begin(for: current)
      return current
    }
    // While this thread holds the writer lock, no write of another thread can begin or end. The new
    // observer therefore does not miss the beginning of a write.
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

  /// Stores the new observer, and starts to track the commits of other processes.
  ///
  /// If this thread is inside a write, also tells the observer about each open `write` call.
  private func didAttach(_ observer: any CommitObserver, to database: Database) {
    locked = observer
    database.foreignCommits.begin(in: database)
    guard database.isWriting else { return }
    observer.writeWillBegin()
    for _ in 1..<max(1, database.transactions.depth) { observer.nestedWriteWillBegin() }
  }
}
