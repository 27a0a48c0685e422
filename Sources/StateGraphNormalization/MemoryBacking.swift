public import StateGraphCore
public import StateGraphThreads

/// The entities of a store in memory.
///
/// Inlinable, so that the compiler specialises it for the entity's type: a look-up then costs as
/// much as one in a dictionary. Unspecialised code is ten times slower.
@usableFromInline
final class MemoryBacking<Element: TypedIdentifiable>: EntityStoreBacking {
  @usableFromInline let state: Guarded<OrderedEntities<Element>>
  /// Fires when an entity is added, deleted or replaced.
  @usableFromInline let membership = Signal()
  @usableFromInline let presence = PresenceSignals<Element.TypedID>()

  @inlinable
  init() {
    state = Guarded(OrderedEntities<Element>())
  }

  @inlinable
  func add(_ entity: Element) {
    // The replaced entity is released at the end, after the lock: its `deinit` is user code.
    let replaced = state.withLock { $0.add(entity) }
    if presence.isEmpty { membership.publish() } else { publish([entity.typedID]) }
    _ = replaced
  }

  /// Adds an entity unless its identifier is taken. Returns whether it was added.
  func addIfAbsent(_ entity: Element) -> Bool {
    let isNew = state.withLock { state in
      guard state[entity.typedID] == nil else { return false }
      _ = state.add(entity)
      return true
    }
    if isNew { publish([entity.typedID]) }
    return isNew
  }

  @inlinable
  package func add(_ entities: [Element]) {
    let replaced = state.withLock { state in
      // `reserve` allocates exactly this capacity: reserving for each small sequence would make the
      // storage grow in small steps.
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
