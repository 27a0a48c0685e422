import StateGraphThreads

/// The slots (kept results) of all live queries on which nodes depend. Equal queries share a slot.
final class LiveQueries: Sendable {
  /// Identifies a live query by its entity type, its shape and its result columns.
  struct Key: Hashable, Sendable {
    let type: EntityType
    let shape: QueryShape
    let result: QueryResult
  }

  private struct Entry: @unchecked Sendable {
    // SAFETY: set once before the entry is shared; loading a weak reference is thread-safe.
    weak var slot: AnyObject?
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    /// The number of entries at which entries with a released slot are removed.
    var sweepCount = 64

    /// Removes entries whose slot has been released, and returns the slots of the other entries.
    /// The caller must release these outside the lock, because they may be the last references.
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

  /// Returns the slot of a query: the existing slot, or else a new one from `make`.
  func slot<Slot>(
    of key: Key,
    _ make: () throws -> SharedSlot<Slot>
  ) rethrows -> SharedSlot<Slot> {
    if let known = state.withLock({ $0.entries[key]?.slot }) as? SharedSlot<Slot> { return known }
    let made = try make()
    // If another thread has added a slot meanwhile, that slot is used. Slots are released only
    // after the lock is released.
    let (slot, _) = state.withLock { state -> (SharedSlot<Slot>, [AnyObject]) in
      if let known = state.entries[key]?.slot as? SharedSlot<Slot> { return (known, []) }
      let seen = state.entries.count >= state.sweepCount ? state.sweep() : []
      state.entries[key] = Entry(slot: made)
      return (made, seen)
    }
    return slot
  }

  /// The number of queries with a slot.
  var count: Int { state.withLock { $0.entries.values.count { $0.slot != nil } } }
}
