/// A collection of entities of one type, with at most one entity for each identifier.
///
/// A store contains its entities in memory (`EntityStore<User>()`) or in a database table
/// (`EntityStore<User>(database)`, in the module `StateGraphPersistence`). Both kinds have the same
/// functions.
///
/// ```swift
/// users.add(User(id: "ada", name: "Ada"))
/// users.get(by: "ada")?.name = "Ada Lovelace"
/// users.delete("ada")
/// ```
///
/// The closure of a `Computed` depends on the parts of the store that it reads. After `get(by:)`,
/// the closure runs again if the entity with this identifier is added, deleted or replaced by
/// another object. After `count` or `getAll()`, it runs again after every insertion and deletion.
///
/// The functions of this type do not throw. For a store in a database, the documentation of
/// `Database.write` describes how failures are reported.
public final class EntityStore<Element: TypedIdentifiable>: Sendable {
  @usableFromInline package let backing: any EntityStoreBacking<Element>

  /// The same object as `backing` for a store in memory, or nil for a store in a database.
  ///
  /// The property has a concrete type, so the compiler can inline calls.
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

  /// Creates a store in memory that contains `entities`.
  ///
  /// If several entities have the same identifier, the store contains the last one.
  @inlinable
  public convenience init(_ entities: some Sequence<Element>) {
    self.init()
    add(entities)
  }

  /// Adds `entity`. An entity with the same identifier is replaced.
  ///
  /// In a database, a row with this identifier gets the values of `entity`. The replaced entity is
  /// deleted when the write is committed. `upsert` does the same, but throws an error if it fails.
  /// `insert` fails if the identifier exists.
  @inlinable
  public func add(_ entity: Element) {
    if let memory { memory.add(entity) } else { backing.add([entity]) }
  }

  /// Adds several entities in one transaction. Entities with the same identifiers are replaced.
  ///
  /// Observers are notified once, after all entities are added.
  @inlinable
  public func add(_ entities: some Sequence<Element>) {
    if let memory { memory.add(Array(entities)) } else { backing.add(Array(entities)) }
  }

  /// Adds `entity` to a store in memory, unless an entity with the same identifier exists.
  ///
  /// Returns whether `entity` was added. A store in a database adds nothing and returns false.
  package func addIfAbsent(_ entity: Element) -> Bool { memory?.addIfAbsent(entity) ?? false }

  /// Adds entities to a store in memory, unless one of their identifiers exists or occurs twice.
  ///
  /// Returns whether the entities were added. A store in a database adds nothing and returns false.
  package func addIfAllAbsent(_ entities: [Element]) -> Bool {
    memory?.addIfAllAbsent(entities) ?? false
  }

  /// Returns the entity with the identifier `id`, or nil if the store does not contain it.
  @inlinable
  public func get(by id: Element.TypedID) -> Element? {
    memory != nil ? memory?.get(by: id) : backing.get(by: id)
  }

  /// Returns all entities.
  ///
  /// A store in memory returns them in the order of addition. A store in a database returns them in
  /// the order of their keys.
  @inlinable
  public func getAll() -> [Element] {
    memory?.getAll() ?? backing.getAll()
  }

  /// Returns the entities for which `isIncluded` returns true, in the order of ``getAll()``.
  ///
  /// In a `Computed`, every change of an entity calls `isIncluded` again for all entities. For a
  /// store in a database, use `query.filter(_:)`. That method calls its closure again only for the
  /// changed entity.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> [Element] {
    try getAll().filter(isIncluded)
  }

  /// Replaces the entity that has the same identifier as `entity`. If the store contains no such
  /// entity, adds `entity`.
  @inlinable
  public func update(_ entity: Element) {
    add(entity)
  }

  /// Calls `body` with the entity that has the identifier `id`. Returns whether the entity exists.
  ///
  /// All changes in `body` are one transaction. If the entity does not exist, `body` is not called.
  @discardableResult
  public func modify(_ id: Element.TypedID, _ body: (Element) -> Void) -> Bool {
    backing.modify(id, body: body)
  }

  /// Changes the entity that has the identifier `id`, or adds a new entity with this identifier.
  ///
  /// In a database, the search and the change are one transaction. No other thread or process can
  /// therefore add an entity with this identifier between the search and the change.
  ///
  /// - Parameters:
  ///   - id: The identifier to search for.
  ///   - update: A closure that changes the existing entity. A struct is changed in place, and then
  ///     replaces the one in the store. If several threads change one struct at the same time, the
  ///     last of them wins.
  ///   - create: A closure that returns a new entity with the identifier `id`. If the entity has
  ///     another identifier, the store adds it as `add(_:)` does. In a store in memory, several
  ///     threads may call `create` for one identifier at the same time. The store then keeps one of
  ///     the new entities, and the other threads call `update` with it.
  /// - Returns: The changed or the new entity, or nil if a store in a database cannot write;
  ///   `Database.write` describes how the error is reported.
  /// - Throws: The error of `update` or `create`. A database then has none of their changes, and no
  ///   structs in memory are changed.
  @discardableResult
  public func updateOrCreate<Failure: Error>(
    id: Element.TypedID,
    update: (inout Element) throws(Failure) -> Void,
    create: () throws(Failure) -> Element
  ) throws(Failure) -> Element? {
    try backing.updateOrCreate(id: id, update: update, create: create)
  }

  /// Returns whether the store contains an entity with the identifier `id`.
  ///
  /// The entity is not loaded.
  @inlinable
  public func contains(_ id: Element.TypedID) -> Bool {
    memory?.contains(id) ?? backing.contains(id)
  }

  /// The number of entities in the store. No entity is loaded to count them.
  public var count: Int { backing.count }

  /// Whether the store contains no entity. No entity is loaded to find this out.
  public var isEmpty: Bool { backing.count == 0 }

  /// Deletes the entity with the identifier `id`. Returns false if the store does not contain it.
  ///
  /// In a database, `remove` does the same, but throws an error if the row cannot be deleted.
  @discardableResult
  public func delete(_ id: Element.TypedID) -> Bool {
    backing.delete(id)
  }

  /// The entity with the identifier `id`, or nil if there is none.
  ///
  /// Assigning an entity adds it under its own identifier, even if this identifier is not `id`.
  /// Assigning nil deletes the entity with the identifier `id`.
  public subscript(id: Element.TypedID) -> Element? {
    get { get(by: id) }
    set {
      if let newValue { add(newValue) } else { delete(id) }
    }
  }
}
