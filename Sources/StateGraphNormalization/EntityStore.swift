/// The entities of one type, each once, by identifier.
///
/// The same type in memory (`EntityStore<User>()`) and on disk (`EntityStore<User>(database)`, in
/// `StateGraphPersistence`), with the same verbs. Reads inside a `Computed` become dependencies as
/// exact as the verb: `get(by:)` on that identifier's coming and going, `count` and `getAll` on
/// anybody's.
///
/// Verbs do not throw. On disk a failure is never lost: see `Database.write`.
public final class EntityStore<Element: TypedIdentifiable>: Sendable {
  @usableFromInline package let backing: any EntityStoreBacking<Element>

  /// The same where it is memory, so that the compiler sees what is called.
  @usableFromInline let memory: MemoryBacking<Element>?

  package init(backing: any EntityStoreBacking<Element>) {
    self.backing = backing
    memory = nil
  }

  @usableFromInline
  init(memory: MemoryBacking<Element>) {
    backing = memory
    self.memory = memory
  }

  /// Makes an empty store in memory.
  @inlinable
  public convenience init() {
    self.init(memory: MemoryBacking())
  }

  /// Adds an entity, replacing the one with its identifier.
  @inlinable
  public func add(_ entity: Element) {
    if let memory { memory.add(entity) } else { backing.add([entity]) }
  }

  /// Adds entities, in one transaction and with one notification.
  @inlinable
  public func add(_ entities: some Sequence<Element>) {
    if let memory { memory.add(Array(entities)) } else { backing.add(Array(entities)) }
  }

  /// The entity with that identifier, or nil.
  @inlinable
  public func get(by id: Element.TypedID) -> Element? {
    memory != nil ? memory?.get(by: id) : backing.get(by: id)
  }

  /// All entities. In memory in the order in which they were added, on disk in key order.
  @inlinable
  public func getAll() -> [Element] {
    memory?.getAll() ?? backing.getAll()
  }

  /// The entities for which `isIncluded` is true, in the order of ``getAll()``.
  ///
  /// Inside a `Computed` this looks at each entity whenever one comes, goes or changes. On disk
  /// `query.filter(_:)` makes a node that looks at that one alone.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> [Element] {
    try getAll().filter(isIncluded)
  }

  /// Puts `entity` in the place of the one with its identifier, or adds it where there is none.
  @inlinable
  public func update(_ entity: Element) {
    add(entity)
  }

  /// Changes the entity with that identifier in place, as one transaction. Returns whether there is
  /// one.
  @discardableResult
  public func modify(_ id: Element.TypedID, _ body: (Element) -> Void) -> Bool {
    backing.modify(id, body)
  }

  /// Whether there is an entity with that identifier. Loads nothing.
  @inlinable
  public func contains(_ id: Element.TypedID) -> Bool {
    memory?.contains(id) ?? backing.contains(id)
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
