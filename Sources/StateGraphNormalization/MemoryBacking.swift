public import StateGraphCore
public import StateGraphThreads

/// Stores the entities of an ``EntityStore`` in memory.
///
/// The methods are inlinable, so the compiler can specialise them for the entity's type. With
/// specialisation, finding an entity is as fast as in a dictionary. Without it, finding an entity
/// takes ten times as long.
@usableFromInline
final class MemoryBacking<Element: TypedIdentifiable>: EntityStoreBacking {
  @usableFromInline let state: Guarded<OrderedEntities<Element>>
  /// The signal for additions, deletions and replacements of entities.
  ///
  /// `count` and `getAll()` depend on this signal.
  @usableFromInline let membership = Signal()
  @usableFromInline let presence = PresenceSignals<Element.TypedID>()

  @inlinable
  init() {
    state = Guarded(OrderedEntities<Element>())
  }

  @inlinable
  func add(_ entity: Element) {
    // The `deinit` of an entity is user code. So the replaced entity is released only after `state`
    // is unlocked.
    let replaced = state.withLock { $0.add(entity) }
    if presence.isEmpty { membership.publish() } else { publish([entity.typedID]) }
    withExtendedLifetime(replaced) {}
  }

  /// Adds `entity`, unless an entity with the same identifier exists. Returns whether it was added.
  ///
  /// No other thread can add an entity between the check and the addition.
  func addIfAbsent(_ entity: Element) -> Bool {
    let isNew = state.withLock { state in
      if state.makesIdentifiers { state.identify(entity) }
      guard state[entity.typedID] == nil else { return false }
      _ = state.add(entity)
      return true
    }
    if isNew { publish([entity.typedID]) }
    return isNew
  }

  /// Adds all entities, unless one of their identifiers exists or occurs twice. Returns whether the
  /// entities were added.
  ///
  /// No other thread can add an entity between the check and the addition.
  func addIfAllAbsent(_ entities: [Element]) -> Bool {
    let areNew = state.withLock { state in
      if state.makesIdentifiers { for entity in entities { state.identify(entity) } }
      var ids: Set<Element.TypedID> = []
      guard entities.allSatisfy({ state[$0.typedID] == nil && ids.insert($0.typedID).inserted })
      else { return false }
      for entity in entities { _ = state.add(entity) }
      return true
    }
    if areNew { publish(entities.map { $0.typedID }) }
    return areNew
  }

  @inlinable
  package func add(_ entities: [Element]) {
    let replaced = state.withLock { state in
      // `reserve` allocates exactly the given capacity. If it were called for each small sequence,
      // each call would allocate the storage again.
      if entities.count > state.count { state.reserve(entities.count) }
      var replaced: [Element] = []
      for entity in entities {
        if let old = state.add(entity) { replaced.append(old) }
      }
      return replaced
    }
    if presence.isEmpty { membership.publish() } else { publish(entities.map { $0.typedID }) }
    withExtendedLifetime(replaced) {}
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
  package func modify(_ id: Element.TypedID, body: (Element) -> Void) -> Bool {
    guard let entity = state.withLock({ $0[id] }) else { return false }
    withGraphBatch { body(entity) }
    return true
  }

  @usableFromInline
  package func updateOrCreate<Failure: Error>(
    id: Element.TypedID,
    update: (inout Element) throws(Failure) -> Void,
    create: () throws(Failure) -> Element
  ) throws(Failure) -> Element? {
    // The loop repeats only if another thread has added an entity with the same identifier after
    // the search.
    while true {
      if let existing = state.withLock({ $0[id] }) {
        let result = withGraphBatch {
          Result { () throws(Failure) in
            var changed = existing
            try update(&changed)
            // A struct is never the same object.
            if changed as AnyObject !== existing as AnyObject { add(changed) }
            return changed
          }
        }
        return try result.get()
      }
      let new = try create()
      guard new.typedID == id else {
        add(new)
        return new
      }
      if addIfAbsent(new) { return new }
    }
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
