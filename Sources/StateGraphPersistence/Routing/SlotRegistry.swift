import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The slots of a database's live queries and relationships, and the router that finds them.
final class SlotRegistry: Sendable {
  private struct State {
    var router = Router()
    var slots = NumberedSlots<RoutedSlot>()
    /// By name, the tables as the last commit that changed the schema has left them.
    var schemas: [String: TableSchema] = [:]

    mutating func route(_ number: SlotNumber) {
      for route in slots[number]?.routes ?? [] {
        // A commit may have changed the schema since the slot was created.
        router.insert(number, for: route.route, in: schemas[route.table.name] ?? route.table)
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
    // The slot is released after the lock.
    _ = state.withLock { state in
      for route in state.slots[number]?.routes ?? [] {
        state.router.remove(number, for: route.route)
      }
      return state.slots.remove(number)
    }
  }

  /// Removes all slots. Returns them, to be released after the caller's locks.
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

  /// Gives the rows of a commit to the slots that their routes match, and marks the slots whose
  /// result may differ. Returns the number of marked slots. Call after the tables have been
  /// updated.
  func apply(
    _ changeSet: ChangeSet,
    _ commit: CommitContext,
    in epoch: inout GraphEpoch
  ) -> Int {
    var changes: [(slot: RoutedSlot, row: RowChange)] = []
    var resets: [RoutedSlot] = []
    // A slot has a lock of its own, under which it calls its table: it is called after this lock.
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
    // Deleted rows first: the collation of a key may treat the key of an inserted row as equal.
    for (slot, row) in changes where row.new == nil && slot.slot.receive(row, commit) {
      mark(slot)
    }
    for (slot, row) in changes where row.new != nil && slot.slot.receive(row, commit) {
      mark(slot)
    }
    return marked.count
  }

  /// Routes rows from now on in the shape that a commit has given to these tables.
  func setSchemas(_ schemas: [TableSchema]) {
    state.withLock { state in
      for schema in schemas { state.schemas[schema.name] = schema }
      let numbers = state.router.slots
      state.router = Router()
      for number in numbers { state.route(number) }
    }
  }

  /// Resets and marks every slot that reads the table: another object has become the entity of a
  /// row.
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
