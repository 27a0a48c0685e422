import StateGraphThreads

/// The live queries of a database that somebody depends on, so that all who ask the same share one.
final class LiveQueries: Sendable {
  /// What is asked of which entities.
  struct Key: Hashable, Sendable {
    let type: EntityType
    let shape: QueryShape
    let result: QueryResult
  }

  private struct Entry: @unchecked Sendable {
    // SAFETY: set once before anybody else can see it; loading a weak reference is thread-safe.
    weak var slot: AnyObject?
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    /// The number of entries at which those whose query is gone are looked for.
    var sweepCount = 64

    /// Forgets those that are gone. Returns the others, each of which may now be held by nobody
    /// else.
    mutating func sweep() -> [AnyObject] {
      var living: [AnyObject] = []
      entries = entries.filter { _, entry in
        guard let slot = entry.slot else { return false }
        living.append(slot)
        return true
      }
      sweepCount = max(64, 2 * entries.count)
      return living
    }
  }

  private let state = Guarded(State())

  /// The slot of the query: a known one, or what `make` makes.
  func slot<Slot>(
    of key: Key,
    _ make: () throws -> SharedSlot<Slot>
  ) rethrows -> SharedSlot<Slot> {
    if let known = state.withLock({ $0.entries[key]?.slot }) as? SharedSlot<Slot> { return known }
    let made = try make()
    // Whoever loses the race lets go of its own after the lock; so does the sweep.
    let (slot, _) = state.withLock { state -> (SharedSlot<Slot>, [AnyObject]) in
      if let known = state.entries[key]?.slot as? SharedSlot<Slot> { return (known, []) }
      let seen = state.entries.count >= state.sweepCount ? state.sweep() : []
      state.entries[key] = Entry(slot: made)
      return (made, seen)
    }
    return slot
  }

  /// The number of queries that are shared now.
  var count: Int { state.withLock { $0.entries.values.count { $0.slot != nil } } }
}
