extension OrderedEntities {
  /// Returns whether this collection generates an identifier for each added entity without an
  /// identifier.
  @usableFromInline
  static func makesIdentifiers() -> Bool {
    (Element.self as? any StoreIdentified.Type)?._$isIdentifiedByStore == true
  }

  /// Gives `entity` an identifier if it has none.
  ///
  /// The new identifier is the largest identifier that this collection has ever contained, plus
  /// one. If `makesIdentifiers` is true, call this method before you read the identifier of an
  /// entity.
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
    // The largest integer is already used. SQLite then chooses an unused rowid, so this method
    // takes the smallest unused identifier.
    let used = Set(slots.compactMap { ($0 as? any StoreIdentified)?._$integerIdentifier })
    var free: Int64 = 1
    while used.contains(free) { free += 1 }
    entity._$setIntegerIdentifier(free)
  }
}
