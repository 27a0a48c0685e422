import StateGraphLive

/// Keeps a slot in the router for as long as this lives.
final class SlotRegistration: Sendable {
  private let graph: DatabaseGraph
  private let number: SlotNumber

  init(_ slot: any LiveSlot, _ routes: [SlotRoute], in graph: DatabaseGraph) {
    self.graph = graph
    number = graph.insert(RoutedSlot(slot, routes))
  }

  deinit { graph.remove(number) }
}
