import StateGraphThreads

/// The one commit observer of a database.
final class ObserverSlot: @unchecked Sendable {
  // SAFETY: `locked` is guarded by the database's writer lock; `shared` guards itself.

  private let shared = Guarded<(any CommitObserver)?>(nil)
  /// The same observer, for the thread that holds the writer lock: no observer is attached without
  /// the lock.
  @exclusivity(unchecked) private(set) var locked: (any CommitObserver)?

  /// The observer, on any thread.
  var current: (any CommitObserver)? { shared.withLock { $0 } }

  /// Attaches the observer that `make` returns, unless there is one. Call with the writer lock held.
  ///
  /// - Returns: The attached observer, and whether `make` returned it.
  func attach(_ make: () -> any CommitObserver) -> (observer: any CommitObserver, isNew: Bool) {
    let (observer, isNew) = shared.withLock { current in
      if let current { return (current, false) }
      let made = make()
      current = made
      return (made, true)
    }
    if isNew { locked = observer }
    return (observer, isNew)
  }
}
