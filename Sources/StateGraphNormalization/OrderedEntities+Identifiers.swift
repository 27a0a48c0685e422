extension OrderedEntities {
  /// Whether this collection makes the identifiers of entities that have none.
  @usableFromInline
  static func makesIdentifiers() -> Bool {
    (Element.self as? any StoreIdentified.Type)?._$isIdentifiedByStore == true
  }

  /// Gives `entity` an identifier if it has none: the largest one that this collection has
  /// contained, plus one.
  ///
  /// Call before the identifier is read, if `makesIdentifiers`.
  @usableFromInline
  mutating func identify(_ entity: Element) {
    guard let entity = entity as? any StoreIdentified else { return }
    if let known = entity._$integerIdentifier {
      largestIdentifier = max(largestIdentifier, known)
      return
    }
    if largestIdentifier < Int64.max {
      largestIdentifier += 1
      return entity._$setIntegerIdentifier(largestIdentifier)
    }
    // As SQLite does after the largest integer, use one that is free.
    let used = Set(slots.compactMap { ($0 as? any StoreIdentified)?._$integerIdentifier })
    var free: Int64 = 1
    while used.contains(free) { free += 1 }
    entity._$setIntegerIdentifier(free)
  }
}
