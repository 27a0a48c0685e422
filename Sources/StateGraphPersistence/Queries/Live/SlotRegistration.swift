import StateGraphLive

/// Registers a slot in the router as long as this object exists.
final class SlotRegistration: Sendable {
  private let slots: SlotRegistry
  private let number: SlotNumber

  init(_ slot: any LiveSlot, _ routes: [TableRoute], in graph: DatabaseGraph) {
    slots = graph.slots
    number = slots.insert(RoutedSlot(slot, routes))
  }

  deinit { slots.remove(number) }
}
