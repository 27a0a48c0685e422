import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The receivers of changed rows (slots) of all live queries and relationships of a database.
///
/// A router finds the slots that a commit can affect.
final class SlotRegistry: Sendable {
  private struct State {
    var router = Router()
    var slots = NumberedSlots<RoutedSlot>()
    /// The schemas of the tables by name, as of the last commit that changed the schema.
    var schemas: [ByteText: TableSchema] = [:]

    mutating func route(_ number: SlotNumber) {
      for route in slots[number]?.routes ?? [] {
        // Uses the newest schema, because a commit may have changed the schema since the route was
        // created.
        router.insert(
          number,
          for: route.route,
          in: schemas[ByteText(route.table.name)] ?? route.table
        )
      }
    }
  }

  private let state = Guarded(State())

  func insert(_ slot: RoutedSlot) -> SlotNumber {
    state.withLock { state in
      let number = state.slots.insert(slot)
      state.route(number)
      return number
    }
  }

  func remove(_ number: SlotNumber) {
    // The slot is released after the lock, because it may hold the last reference to an entity.
    let removed = state.withLock { state in
      for route in state.slots[number]?.routes ?? [] {
        state.router.remove(number, for: route.route)
      }
      return state.slots.remove(number)
    }
    withExtendedLifetime(removed) {}
  }

  /// Returns the nodes of the first `limit` slots, and the number of all slots.
  func nodes(limit: Int) -> (nodes: [GraphNode], count: Int) {
    // The slots are released after the lock, because a slot may hold the last reference to an
    // entity.
    let (slots, count) = state.withLock { ($0.slots.first(limit), $0.slots.count) }
    return (slots.map(\.slot.signal), count)
  }

  /// Removes all slots, and returns an object that retains them.
  ///
  /// The caller must release this object after it has released its locks.
  func removeAll() -> AnyObject {
    let removed = state.withLock { state in
      let old = state
      state = State()
      state.slots = old.slots
      state.slots.removeAll()
      return old
    }
    return HeldValue(removed)
  }

  /// Passes the changed rows of a commit to the slots (live results) that the rows can affect.
  ///
  /// If the result of a slot may have changed, its graph node is marked as outdated. Call this
  /// method after the tables in memory have been updated to the commit.
  ///
  /// - Returns: The number of live results that may have changed.
  func apply(
    _ changeSet: ChangeSet,
    commit: CommitContext,
    in epoch: inout GraphEpoch
  ) -> Int {
    var changes: [(slot: RoutedSlot, row: RowChange)] = []
    var resets: [RoutedSlot] = []
    // The slots are called only after this lock is released, because each slot takes a lock of its
    // own and calls its table.
    state.withLock { state in
      let slots = state.slots
      state.router.route(changeSet) { number, row in
        if let slot = slots[number] { changes.append((slot, row)) }
      } reset: { number in
        if let slot = slots[number] { resets.append(slot) }
      }
    }
    if changes.isEmpty, resets.isEmpty { return 0 }
    // Another thread may have released all other references to a slot. The slot then holds the last
    // references to entities, whose `deinit` is user code.
    commit.released.append(HeldValue((changes, resets)))
    var marked: Set<ObjectIdentifier> = []
    func mark(_ slot: RoutedSlot) {
      let signal = slot.slot.signal
      if marked.insert(ObjectIdentifier(signal)).inserted { epoch.touch(signal) }
    }
    for slot in resets {
      slot.slot.reset(commit)
      mark(slot)
    }
    // Deleted rows come first, because SQLite may treat the keys of a deleted and an inserted row
    // as equal, depending on their collation. A result must not contain both rows.
    for (slot, row) in changes where row.new == nil && slot.slot.receive(row, in: commit) {
      mark(slot)
    }
    for (slot, row) in changes where row.new != nil && slot.slot.receive(row, in: commit) {
      mark(slot)
    }
    return marked.count
  }

  /// Stores the schemas of the tables after a commit has changed the schema.
  ///
  /// All routes are registered again, because they must use the new schemas.
  func setSchemas(_ schemas: [TableSchema]) {
    state.withLock { state in
      for schema in schemas { state.schemas[ByteText(schema.name)] = schema }
      let numbers = state.router.slots
      state.router = Router()
      for number in numbers { state.route(number) }
    }
  }

  /// Makes every slot (live result) that reads the table load its rows again.
  ///
  /// Also marks the graph nodes of the slots as outdated. Call this method when a different object
  /// has become the entity of a row.
  func resetSlots(of table: String, _ commit: CommitContext, in epoch: inout GraphEpoch) {
    let slots = state.withLock { state in
      state.router.slots(affectedBy: .reset(of: table)).compactMap { state.slots[$0] }
    }
    // Another thread may have released all other references to a slot.
    commit.released.append(HeldValue(slots))
    for slot in slots {
      slot.slot.reset(commit)
      epoch.touch(slot.slot.signal)
    }
  }
}
