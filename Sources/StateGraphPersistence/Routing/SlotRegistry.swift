import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The receivers of changed rows (slots) of all live queries and relationships of a database. Its
/// router finds the slots that a commit can affect.
final class SlotRegistry: Sendable {
  private struct State {
    var router = Router()
    var slots = NumberedSlots<RoutedSlot>()
    /// The schemas of the tables by name, as of the last commit that changed the schema.
    var schemas: [ByteText: TableSchema] = [:]

    mutating func route(_ number: SlotNumber) {
      for route in slots[number]?.routes ?? [] {
        // A commit may have changed the schema since the route was created.
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
    _ = state.withLock { state in
      for route in state.slots[number]?.routes ?? [] {
        state.router.remove(number, for: route.route)
      }
      return state.slots.remove(number)
    }
  }

  /// Removes all slots. Returns an object that retains them. The caller must release this object
  /// after it has released its locks.
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

  /// Passes the changed rows of a commit to the slots (live results) that they can affect. Marks
  /// the nodes of the slots whose result may differ as out of date.
  ///
  /// Call this method after the tables in memory have been updated to the commit.
  ///
  /// - Returns: The number of live results that may differ.
  func apply(
    _ changeSet: ChangeSet,
    _ commit: CommitContext,
    in epoch: inout GraphEpoch
  ) -> Int {
    var changes: [(slot: RoutedSlot, row: RowChange)] = []
    var resets: [RoutedSlot] = []
    // Each slot has a lock of its own and calls its table. The slots are therefore called after
    // this lock is released.
    state.withLock { state in
      let slots = state.slots
      state.router.route(changeSet) { number, row in
        if let slot = slots[number] { changes.append((slot, row)) }
      } reset: { number in
        if let slot = slots[number] { resets.append(slot) }
      }
    }
    if changes.isEmpty, resets.isEmpty { return 0 }
    var marked: Set<ObjectIdentifier> = []
    func mark(_ slot: RoutedSlot) {
      let signal = slot.slot.signal
      if marked.insert(ObjectIdentifier(signal)).inserted { epoch.touch(signal) }
    }
    for slot in resets {
      slot.slot.reset(commit)
      mark(slot)
    }
    // Deleted rows come first, because SQLite may treat the key of an inserted row as equal to that
    // of a deleted row. This depends on the collation of the key.
    for (slot, row) in changes where row.new == nil && slot.slot.receive(row, commit) {
      mark(slot)
    }
    for (slot, row) in changes where row.new != nil && slot.slot.receive(row, commit) {
      mark(slot)
    }
    return marked.count
  }

  /// Stores the schemas of the tables after a commit has changed the schema. Registers all routes
  /// again, because they must use the new schemas.
  func setSchemas(_ schemas: [TableSchema]) {
    state.withLock { state in
      for schema in schemas { state.schemas[ByteText(schema.name)] = schema }
      let numbers = state.router.slots
      state.router = Router()
      for number in numbers { state.route(number) }
    }
  }

  /// Makes every slot (live result) that reads the table load its rows again, and marks its node as
  /// out of date. Call this when a row has got another object as its entity.
  func resetSlots(of table: String, _ commit: CommitContext, in epoch: inout GraphEpoch) {
    let slots = state.withLock { state in
      state.router.slots(affectedBy: .reset(of: table)).compactMap { state.slots[$0] }
    }
    for slot in slots {
      slot.slot.reset(commit)
      epoch.touch(slot.slot.signal)
    }
  }
}
