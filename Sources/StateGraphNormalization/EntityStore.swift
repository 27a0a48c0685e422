/// The entities of one type by identifier, each once.
///
/// A store is in memory (`EntityStore<User>()`) or in a database table
/// (`EntityStore<User>(database)`, in `StateGraphPersistence`), with the same functions.
///
/// A read inside a `Computed` is a dependency. `get(by:)` depends on whether that identifier has an
/// entity and on which object it is; `count` and `getAll()` depend on all insertions and deletions.
///
/// These functions do not throw. In a database, `Database.write` describes how their failures are
/// reported.
public final class EntityStore<Element: TypedIdentifiable>: Sendable {
  @usableFromInline package let backing: any EntityStoreBacking<Element>

  /// The backing if it is memory, with its type, so that the compiler can inline calls.
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

  /// Creates an empty store in memory.
  @inlinable
  public convenience init() {
    self.init(memory: MemoryBacking())
  }

  /// Adds an entity. If another entity has its identifier, that one is replaced.
  ///
  /// In a database this is an upsert: a row with the identifier gets the entity's values. `upsert`
  /// does the same and throws failures; `insert` fails if the identifier is taken.
  @inlinable
  public func add(_ entity: Element) {
    if let memory { memory.add(entity) } else { backing.add([entity]) }
  }

  /// Adds entities like ``add(_:)-(Element)``, in one transaction and with one notification.
  @inlinable
  public func add(_ entities: some Sequence<Element>) {
    if let memory { memory.add(Array(entities)) } else { backing.add(Array(entities)) }
  }

  /// Adds an entity to a store in memory, unless its identifier is taken. Returns whether it was
  /// added.
  package func addIfAbsent(_ entity: Element) -> Bool { memory?.addIfAbsent(entity) ?? false }

  /// The entity with that identifier, or nil.
  @inlinable
  public func get(by id: Element.TypedID) -> Element? {
    memory != nil ? memory?.get(by: id) : backing.get(by: id)
  }

  /// All entities: in memory in the order in which they were added, in a database in key order.
  @inlinable
  public func getAll() -> [Element] {
    memory?.getAll() ?? backing.getAll()
  }

  /// The entities for which `isIncluded` is true, in the order of ``getAll()``.
  ///
  /// Inside a `Computed` this evaluates `isIncluded` for each entity again whenever one is added,
  /// deleted or changed. In a database the node of `query.filter(_:)` evaluates it only for the
  /// changed entity.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> [Element] {
    try getAll().filter(isIncluded)
  }

  /// Replaces the entity with the identifier of `entity`, or adds `entity` if there is none.
  @inlinable
  public func update(_ entity: Element) {
    add(entity)
  }

  /// Calls `body` with the entity with that identifier, in one transaction. Returns whether there
  /// is such an entity.
  @discardableResult
  public func modify(_ id: Element.TypedID, _ body: (Element) -> Void) -> Bool {
    backing.modify(id, body)
  }

  /// Whether there is an entity with that identifier. Does not load it.
  @inlinable
  public func contains(_ id: Element.TypedID) -> Bool {
    memory?.contains(id) ?? backing.contains(id)
  }

  /// The number of entities. Does not load them.
  public var count: Int { backing.count }

  /// Whether the store has no entity.
  public var isEmpty: Bool { backing.count == 0 }

  /// Deletes the entity with that identifier. Returns whether there was one.
  @discardableResult
  public func delete(_ id: Element.TypedID) -> Bool {
    backing.delete(id)
  }

  /// The entity with that identifier. Setting an entity adds it under its own identifier, whichever
  /// identifier the subscript has. Setting nil deletes the entity with the subscript's identifier.
  public subscript(id: Element.TypedID) -> Element? {
    get { get(by: id) }
    set {
      if let newValue { add(newValue) } else { delete(id) }
    }
  }
}
