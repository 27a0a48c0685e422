public import StateGraphCore
public import StateGraphThreads

/// The entities of an in-memory store.
///
/// Inlinable throughout: where the entity's type is known a look-up is that of a dictionary, and
/// generic code costs ten times as much.
@usableFromInline
final class MemoryBacking<Element: TypedIdentifiable>: EntityStoreBacking {
  @usableFromInline let state: Guarded<OrderedEntities<Element>>
  /// Fires when any entity comes, goes or is replaced.
  @usableFromInline let membership = Signal()
  @usableFromInline let presence = PresenceSignals<Element.TypedID>()

  @inlinable
  init() {
    state = Guarded(OrderedEntities<Element>())
  }

  @inlinable
  func add(_ entity: Element) {
    // A replaced entity dies at the end, after the lock: its `deinit` is user code.
    let replaced = state.withLock { $0.add(entity) }
    if presence.isEmpty { membership.publish() } else { publish([entity.typedID]) }
    _ = replaced
  }

  @inlinable
  package func add(_ entities: [Element]) {
    let replaced = state.withLock { state in
      // Reserved capacity is exact: asked for by every small sequence, it would grow by that much.
      if entities.count > state.count { state.reserve(entities.count) }
      var replaced: [Element] = []
      for entity in entities {
        if let old = state.add(entity) { replaced.append(old) }
      }
      return replaced
    }
    if presence.isEmpty { membership.publish() } else { publish(entities.map { $0.typedID }) }
    _ = replaced
  }

  @inlinable
  package func get(by id: Element.TypedID) -> Element? {
    presence.depend(on: id)
    return state.withLock { $0[id] }
  }

  @inlinable
  package func getAll() -> [Element] {
    membership.depend()
    return state.withLock { $0.all() }
  }

  @inlinable
  package func contains(_ id: Element.TypedID) -> Bool {
    presence.depend(on: id)
    return state.withLock { $0[id] != nil }
  }

  @inlinable package var count: Int {
    membership.depend()
    return state.withLock { $0.count }
  }

  @usableFromInline
  package func modify(_ id: Element.TypedID, _ body: (Element) -> Void) -> Bool {
    guard let entity = state.withLock({ $0[id] }) else { return false }
    withGraphBatch { body(entity) }
    return true
  }

  @usableFromInline
  package func delete(_ id: Element.TypedID) -> Bool {
    let removed = state.withLock { $0.remove(id) }
    guard removed != nil else { return false }
    publish([id])
    return true
  }

  @usableFromInline
  func publish(_ ids: [Element.TypedID]) {
    var epoch = GraphEpoch()
    epoch.touch(membership)
    presence.touch(ids, in: &epoch)
    epoch.publish()
  }
}
