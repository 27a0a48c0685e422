import StateGraph
import StateGraphThreads

/// The entities of an in-memory store.
final class MemoryBacking<Element: TypedIdentifiable>: EntityStoreBacking {
  private let state = Guarded(OrderedEntities<Element>())
  /// Fires when any entity comes, goes or is replaced.
  private let membership = Signal()
  private let presence = PresenceSignals<Element.TypedID>()

  func add(_ entities: [Element]) {
    let replaced = state.withLock { state in
      // Reserved capacity is exact: asked for by every small sequence, it would grow by that much.
      if entities.count > state.count { state.reserve(entities.count) }
      return entities.compactMap { state.add($0) }
    }
    // The replaced entities die here, after the lock: their `deinit` is user code.
    _ = replaced
    publish(entities.map { $0.typedID })
  }

  func get(by id: Element.TypedID) -> Element? {
    presence.depend(on: id)
    return state.withLock { $0[id] }
  }

  func getAll() -> [Element] {
    membership.depend()
    return state.withLock { $0.all() }
  }

  func contains(_ id: Element.TypedID) -> Bool {
    presence.depend(on: id)
    return state.withLock { $0[id] != nil }
  }

  var count: Int {
    membership.depend()
    return state.withLock { $0.count }
  }

  func modify(_ id: Element.TypedID, _ body: (Element) -> Void) -> Bool {
    guard let entity = state.withLock({ $0[id] }) else { return false }
    withGraphBatch { body(entity) }
    return true
  }

  func delete(_ id: Element.TypedID) -> Bool {
    let removed = state.withLock { $0.remove(id) }
    guard removed != nil else { return false }
    publish([id])
    return true
  }

  private func publish(_ ids: [Element.TypedID]) {
    var epoch = GraphEpoch()
    epoch.touch(membership)
    presence.touch(ids, in: &epoch)
    epoch.publish()
  }
}
