/// The entities of one type, each once, by identifier.
///
/// The same type in memory (`EntityStore<User>()`) and on disk (`EntityStore<User>(database)`, in
/// `StateGraphPersistence`), with the same verbs. Reads inside a `Computed` become dependencies as
/// exact as the verb: `get(by:)` on that identifier's coming and going, `count` and `getAll` on
/// anybody's.
///
/// Verbs do not throw. On disk a failure is never lost: see `Database.write`.
public final class EntityStore<Element: TypedIdentifiable>: Sendable {
  package let backing: any EntityStoreBacking<Element>

  package init(backing: any EntityStoreBacking<Element>) {
    self.backing = backing
  }

  /// Makes an empty store in memory.
  public convenience init() {
    self.init(backing: MemoryBacking())
  }

  /// Adds an entity, replacing the one with its identifier.
  public func add(_ entity: Element) {
    backing.add([entity])
  }

  /// Adds entities, in one transaction and with one notification.
  public func add(_ entities: some Sequence<Element>) {
    backing.add(Array(entities))
  }

  /// The entity with that identifier, or nil.
  public func get(by id: Element.TypedID) -> Element? {
    backing.get(by: id)
  }

  /// All entities. In memory in the order in which they were added, on disk in key order.
  public func getAll() -> [Element] {
    backing.getAll()
  }

  /// The entities for which `isIncluded` is true, in the order of ``getAll()``.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> [Element] {
    try backing.getAll().filter(isIncluded)
  }

  /// Puts `entity` in the place of the one with its identifier, or adds it where there is none.
  public func update(_ entity: Element) {
    backing.add([entity])
  }

  /// Changes the entity with that identifier in place, as one transaction. Returns whether there is
  /// one.
  @discardableResult
  public func modify(_ id: Element.TypedID, _ body: (Element) -> Void) -> Bool {
    backing.modify(id, body)
  }

  /// Whether there is an entity with that identifier. Loads nothing.
  public func contains(_ id: Element.TypedID) -> Bool {
    backing.contains(id)
  }

  /// The number of entities. Loads none of them.
  public var count: Int { backing.count }

  /// Whether there are none.
  public var isEmpty: Bool { backing.count == 0 }

  /// Removes the entity with that identifier. Returns whether there was one.
  @discardableResult
  public func delete(_ id: Element.TypedID) -> Bool {
    backing.delete(id)
  }

  /// The entity with that identifier. Setting one whose identifier is another adds it under its
  /// own; setting nil deletes.
  public subscript(id: Element.TypedID) -> Element? {
    get { get(by: id) }
    set {
      if let newValue { add(newValue) } else { delete(id) }
    }
  }
}
