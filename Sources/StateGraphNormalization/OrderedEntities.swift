/// A collection that stores entities in the order in which they were added.
///
/// Adding, finding and removing an entity take constant time. The array of all entities is cached
/// until the collection changes.
@usableFromInline
struct OrderedEntities<Element: TypedIdentifiable> {
  @usableFromInline var positions: [Element.TypedID: Int] = [:]
  /// The entities in the order of addition.
  ///
  /// A removed entity leaves a nil, so the positions of all other entities stay the same.
  @usableFromInline var slots: ContiguousArray<Element?> = []
  @usableFromInline var holeCount = 0
  /// The cached result of `all()`, without the nil elements of `slots`, or nil if nothing is
  /// cached.
  @usableFromInline var dense: [Element]?

  /// Whether this collection generates an identifier for each added entity without an identifier.
  @usableFromInline let makesIdentifiers: Bool
  /// The largest identifier that the collection has contained, and at least 0.
  ///
  /// Used only if `makesIdentifiers` is true.
  var largestIdentifier: Int64 = 0

  @inlinable
  init() { makesIdentifiers = OrderedEntities.makesIdentifiers() }

  @inlinable var count: Int { positions.count }

  @inlinable
  subscript(_ id: Element.TypedID) -> Element? {
    positions[id].flatMap { slots[$0] }
  }

  /// Appends `entity`, or replaces the entity that has the same identifier.
  ///
  /// Returns the replaced entity, or nil if no entity was replaced. The caller must release the
  /// replaced entity after unlocking.
  @inlinable
  mutating func add(_ entity: Element) -> Element? {
    if makesIdentifiers { identify(entity) }
    if let position = positions[entity.typedID] {
      let replaced = slots[position]
      slots[position] = entity
      // If `slots` has nil elements, a position in `slots` is not the same position in `dense`.
      if holeCount == 0 { dense?[position] = entity } else { dense = nil }
      return replaced
    }
    positions[entity.typedID] = slots.count
    slots.append(entity)
    dense?.append(entity)
    return nil
  }

  @inlinable
  mutating func remove(_ id: Element.TypedID) -> Element? {
    guard let position = positions.removeValue(forKey: id) else { return nil }
    let removed = slots[position]
    slots[position] = nil
    dense = nil
    holeCount += 1
    if holeCount > 32, holeCount > slots.count / 2 { compact() }
    return removed
  }

  @inlinable
  mutating func reserve(_ additionalCount: Int) {
    positions.reserveCapacity(positions.count + additionalCount)
    slots.reserveCapacity(slots.count + additionalCount)
  }

  @inlinable
  mutating func all() -> [Element] {
    if let dense { return dense }
    let made = slots.compactMap { $0 }
    dense = made
    return made
  }

  @usableFromInline
  mutating func compact() {
    slots = ContiguousArray(slots.lazy.filter { $0 != nil })
    for (position, entity) in slots.enumerated() {
      if let entity { positions[entity.typedID] = position }
    }
    holeCount = 0
  }
}
