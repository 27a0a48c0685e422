import StateGraphLive

/// Registers the result of a live query in the router, which passes changed rows to the result.
///
/// The registration ends when this object is released.
final class SlotRegistration: Sendable {
  private let slots: SlotRegistry
  private let number: SlotNumber

  init(_ slot: any LiveSlot, routes: [TableRoute], in graph: DatabaseGraph) {
    slots = graph.slots
    number = slots.insert(RoutedSlot(slot, routes: routes))
  }

  deinit { slots.remove(number) }
}
