import StateGraphThreads

/// The results in memory (slots) of all live queries that graph nodes use.
///
/// Equal queries share one slot.
final class LiveQueries: Sendable {
  /// Identifies a live query.
  ///
  /// Equal queries have the same entity type, result columns and shape (condition, order and
  /// limits). They share one result in memory.
  struct Key: Hashable, Sendable {
    let type: EntityType
    let shape: QueryShape
    let result: QueryResult
  }

  private struct Entry: @unchecked Sendable {
    // SAFETY: the reference is set once, before another thread can see it. Loading a weak reference
    // is thread-safe.
    weak var slot: AnyObject?
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    /// The number of entries at which the next insertion removes all entries whose slot was
    /// released.
    ///
    /// A slot is the result of a live query in memory.
    var sweepCount = 64

    /// Removes the entries whose slot was released, and returns the slots of all other entries.
    ///
    /// The caller must release the returned slots outside the lock, because a returned reference
    /// may be the last reference to its slot.
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

  /// Returns the slot (the result in memory) for `key`.
  ///
  /// If there is no slot, calls `make` without a lock and stores the new slot.
  func slot<Slot>(
    of key: Key,
    _ make: () throws -> SharedSlot<Slot>
  ) rethrows -> SharedSlot<Slot> {
    if let known = state.withLock({ $0.entries[key]?.slot }) as? SharedSlot<Slot> { return known }
    let made = try make()
    // If another thread has stored a slot since the look-up, that slot is used. All slots are
    // released after the lock, because a release may run user code.
    let (slot, _) = state.withLock { state -> (SharedSlot<Slot>, [AnyObject]) in
      if let known = state.entries[key]?.slot as? SharedSlot<Slot> { return (known, []) }
      let seen = state.entries.count >= state.sweepCount ? state.sweep() : []
      state.entries[key] = Entry(slot: made)
      return (made, seen)
    }
    return slot
  }

  /// The number of different live queries whose result in memory is still used.
  var count: Int { state.withLock { $0.entries.values.count { $0.slot != nil } } }
}

extension DatabaseGraph {
  /// The live queries of this database that graph nodes use.
  ///
  /// Equal queries share one result in memory.
  var liveQueries: LiveQueries { attachments.object { LiveQueries() } }

  /// Counts how often live queries and relationships of this database have read the file.
  ///
  /// There is one count for each reason.
  var reads: QueryReads { attachments.object { QueryReads(recorder) } }

  /// Logs a warning if a live query scans a large table because an index is missing.
  var scanWarnings: ScanWarnings { attachments.object { ScanWarnings() } }
}
