/// A collection of entities of one type, with at most one entity for each identifier.
///
/// A store keeps its entities in memory (`EntityStore<User>()`) or in a database table
/// (`EntityStore<User>(database)`, in the module `StateGraphPersistence`). Both kinds have the same
/// functions.
///
/// A read of the store inside a `Computed` is recorded as a dependency. `get(by:)` depends only on
/// the entity with the given identifier: on whether it exists, and on which object it is. `count`
/// and `getAll()` depend on all insertions and deletions.
///
/// The functions of this type do not throw. For a store in a database, the documentation of
/// `Database.write` describes how failures are reported.
public final class EntityStore<Element: TypedIdentifiable>: Sendable {
  @usableFromInline package let backing: any EntityStoreBacking<Element>

  /// The same object as `backing` if the store is in memory, otherwise nil. Its type is known, so
  /// the compiler can inline the calls.
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

  /// Adds an entity. If the store contains another entity with the same identifier, it is replaced.
  ///
  /// In a database, this is an upsert: if a row with the identifier exists, the row gets the
  /// entity's values. `upsert` does the same but throws an error if it fails. `insert` fails if the
  /// identifier exists.
  @inlinable
  public func add(_ entity: Element) {
    if let memory { memory.add(entity) } else { backing.add([entity]) }
  }

  /// Adds several entities as ``add(_:)-(Element)`` does, but in one transaction and with one
  /// notification of observers.
  @inlinable
  public func add(_ entities: some Sequence<Element>) {
    if let memory { memory.add(Array(entities)) } else { backing.add(Array(entities)) }
  }

  /// Adds `entity` to a store in memory, unless the store contains an entity with the same
  /// identifier. Returns whether `entity` was added.
  package func addIfAbsent(_ entity: Element) -> Bool { memory?.addIfAbsent(entity) ?? false }

  /// Returns the entity with the identifier `id`, or nil if there is none.
  @inlinable
  public func get(by id: Element.TypedID) -> Element? {
    memory != nil ? memory?.get(by: id) : backing.get(by: id)
  }

  /// Returns all entities. A store in memory returns them in the order of addition, a store in a
  /// database in the order of their keys.
  @inlinable
  public func getAll() -> [Element] {
    memory?.getAll() ?? backing.getAll()
  }

  /// Returns the entities for which `isIncluded` returns true, in the order of ``getAll()``.
  ///
  /// If a `Computed` calls this function, `isIncluded` is called again for every entity whenever
  /// any entity is added, deleted or changed. For a store in a database, use `query.filter(_:)`,
  /// which calls its closure again only for the entity that has changed.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> [Element] {
    try getAll().filter(isIncluded)
  }

  /// Replaces the entity that has the same identifier as `entity`. If there is none, adds `entity`.
  @inlinable
  public func update(_ entity: Element) {
    add(entity)
  }

  /// Calls `body` with the entity that has the identifier `id`. All changes that `body` makes are
  /// one transaction. Returns whether the entity exists.
  @discardableResult
  public func modify(_ id: Element.TypedID, _ body: (Element) -> Void) -> Bool {
    backing.modify(id, body)
  }

  /// Returns whether the store contains an entity with the identifier `id`. Does not load the
  /// entity.
  @inlinable
  public func contains(_ id: Element.TypedID) -> Bool {
    memory?.contains(id) ?? backing.contains(id)
  }

  /// The number of entities in the store. The entities are not loaded.
  public var count: Int { backing.count }

  /// Whether the store contains no entity.
  public var isEmpty: Bool { backing.count == 0 }

  /// Deletes the entity with the identifier `id`. Returns whether there was such an entity.
  @discardableResult
  public func delete(_ id: Element.TypedID) -> Bool {
    backing.delete(id)
  }

  /// The entity with the identifier `id`, or nil if there is none. If you set an entity, it is
  /// added under its own identifier, even if that differs from `id`. If you set nil, the entity
  /// with the identifier `id` is deleted.
  public subscript(id: Element.TypedID) -> Element? {
    get { get(by: id) }
    set {
      if let newValue { add(newValue) } else { delete(id) }
    }
  }
}
