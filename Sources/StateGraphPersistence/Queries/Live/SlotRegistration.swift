/// Keeps a slot in the router for as long as this lives.
final class SlotRegistration: Sendable {
  private let graph: DatabaseGraph
  private let slot: RoutedSlot

  init(_ slot: any LiveSlot, _ routes: [SlotRoute], in graph: DatabaseGraph) {
    self.graph = graph
    self.slot = RoutedSlot(slot, routes)
    graph.insert(self.slot)
  }

  deinit { graph.remove(slot) }
}
