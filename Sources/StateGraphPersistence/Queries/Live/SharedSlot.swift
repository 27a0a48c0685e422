import StateGraph

/// A slot that the router finds from the first read for as long as somebody depends on it: all who
/// ask the same share one.
final class SharedSlot<Slot: LiveSlot>: Sendable {
  let slot: Slot
  private let registration: SlotRegistration

  /// - Throws: `.schemaMismatch` where the file has no such table.
  init(
    _ slot: Slot,
    of statement: QueryStatement,
    where shape: QueryShape? = nil,
    _ graph: DatabaseGraph,
    _ database: Database
  ) throws {
    self.slot = slot
    registration = try SlotRegistration(slot, of: statement, where: shape, in: graph)
    graph.scanWarnings.check(statement, in: database)
  }

  /// The evaluation on this thread depends on the slot.
  func depend() {
    slot.signal.depend()
    // The router holds the slot; this one holds its registration, and is held by who depends on it.
    Signal(keeping: self).depend()
  }
}
