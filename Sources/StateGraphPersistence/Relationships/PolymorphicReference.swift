public import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// A reference to an entity of one of several types.
///
/// One column contains the name of the target's table. Another column contains the target's key.
///
/// ```swift
/// @Entity(id: String.self, indexes: .index("subject_type", "subject_id"))
/// final class Reaction {
///   @GraphStored var subjectType: String?
///   @GraphStored var subjectID: String?
///   static let subject = PolymorphicReference(
///     \Reaction.subjectType, \Reaction.subjectID, targets: Post.self, User.self)
/// }
/// extension Post { var reactions: [Reaction] { Reaction.subject.owners(of: self) } }
/// ```
///
/// SQLite has no foreign key for such a reference. If a target is deleted, the entities that refer
/// to it remain. A migration that renames a target's table must also change the type column.
public struct PolymorphicReference<Owner: Entity>: Sendable {
  struct Columns: Sendable {
    let type: Int
    let key: Int
  }

  private let targets: [any Entity.Type]
  private let found: Columns?

  /// Creates a reference that can be nil, from two optional stored properties of the owner.
  ///
  /// - Parameters:
  ///   - type: The property that stores the name of the target's table.
  ///   - key: The property that stores the target's key.
  ///   - targets: The entity types that the reference can refer to.
  public init<Key: EntityKey & Bindable>(
    _ type: any KeyPath<Owner, String?> & Sendable,
    _ key: any KeyPath<Owner, Key?> & Sendable,
    targets: any Entity.Type...
  ) {
    self.init(type, key: key, targets: targets)
  }

  /// Creates a reference that is never nil, from two stored properties of the owner.
  ///
  /// - Parameters:
  ///   - type: The property that stores the name of the target's table.
  ///   - key: The property that stores the target's key.
  ///   - targets: The entity types that the reference can refer to.
  public init<Key: EntityKey & Bindable>(
    _ type: any KeyPath<Owner, String> & Sendable,
    _ key: any KeyPath<Owner, Key> & Sendable,
    targets: any Entity.Type...
  ) {
    self.init(type, key: key, targets: targets)
  }

  private init(_ type: AnyKeyPath, key: AnyKeyPath, targets: [any Entity.Type]) {
    self.targets = targets
    let definition = Owner._$definition
    let indexes = (definition.columnIndex(of: type), definition.columnIndex(of: key))
    if case (let type?, let key?) = indexes {
      found = Columns(type: type, key: key)
    } else {
      found = nil
    }
  }

  /// Returns the entity that `owner` refers to.
  ///
  /// Returns `nil` if the target's row does not exist, or if the type column contains none of the
  /// target types. The graph node that is being evaluated depends on the result, as on a property.
  public func target(of owner: Owner) -> (any Entity)? {
    guard let columns = found else { return nil }
    let state = owner._$entity
    guard case .text(let table) = state.value(columns.type),
      let type = targets.first(where: { $0._$definition.table.hasSameBytes(as: table) })
    else { return nil }
    let key = state.value(columns.key)
    guard !key.isNull else { return nil }
    guard let graph = state.table?.graph else {
      return detachedTarget(of: owner).value(type, key: key)
    }
    func find<Target: Entity>(_ type: Target.Type) -> (any Entity)? {
      graph.find(type, key: .value(key))
    }
    return find(type)
  }

  /// Makes `owner` refer to `target`, or to no entity if `target` is nil. One UPDATE changes both
  /// columns.
  ///
  /// - Throws: `DatabaseError` with `.misuse` if the target's type is not one of the declared
  ///   target types, if the column cannot store the target's key, or if the target belongs to
  ///   another database. The error is also `.misuse` if the target is nil and the properties are
  ///   not optional, and `.deletedEntity` if the target was deleted. Otherwise, the same errors as
  ///   `Database.write`.
  public func set(_ target: (any Entity)?, of owner: Owner) throws {
    let columns = try columns()
    let (type, key) = try values(of: target, columns)
    let state = owner._$entity
    let assign = {
      state._$columns.set(columns.type, to: EntityState.InitialValue(type))
      state._$columns.set(columns.key, to: EntityState.InitialValue(key))
    }
    if let graph = state.table?.graph {
      try graph.database().write {
        if let target { try graph.requireKey(target._$entity) }
        assign()
      }
    } else {
      detachedTarget(of: owner).hold(target)
      assign()
    }
  }

  func columns() throws(DatabaseError) -> Columns {
    if let found { return found }
    throw DatabaseError(
      .misuse,
      "A polymorphic reference of \(Owner.self) is made of properties that are not columns.",
      remedy: "Use two @GraphStored properties."
    )
  }

  private func values(
    of target: (any Entity)?,
    _ columns: Columns
  ) throws(DatabaseError) -> (SQLiteValue, SQLiteValue) {
    let owned = Owner._$definition.columns
    guard let target else {
      if owned[columns.type].isOptional, owned[columns.key].isOptional { return (.null, .null) }
      throw misuse("cannot be nil")
    }
    let definition = type(of: target)._$definition
    guard targets.contains(where: { $0._$definition === definition }) else {
      throw misuse("cannot refer to a row of \(definition.table)")
    }
    guard definition.keyTypes == [owned[columns.key].type] else {
      throw misuse("cannot store the key of \(definition.table)")
    }
    return (.text(definition.table), try target._$keyToStore("A polymorphic reference"))
  }

  private func misuse(_ what: String) -> DatabaseError {
    DatabaseError(
      .misuse,
      "The polymorphic reference of \(Owner.self) \(what).",
      remedy: "Change its declaration, or set another target."
    )
  }

  private func detachedTarget(of owner: Owner) -> DetachedTarget {
    owner._$entity.relationship("target \(name)") {
      DetachedTarget(type: found?.type, key: found?.key)
    }
  }

  private var name: String {
    "\(Owner._$definition.table) \(found?.type ?? -1) \(found?.key ?? -1)"
  }
}

// MARK: - The other side

extension PolymorphicReference {
  /// Returns the entities that refer to `target`, in the order of their primary keys.
  ///
  /// The graph node that is being evaluated depends on the result, as on a to-many relationship.
  public func owners(of target: some Entity) -> [Owner] { node(of: target).wrappedValue }

  /// Returns a computed node whose value is the entities that refer to `target`.
  ///
  /// The value is the same as the result of ``owners(of:)``.
  public func node<Target: Entity>(of target: Target) -> Computed<[Owner]> {
    relationship(of: target).node
  }

  /// Makes exactly these owners refer to `target`. Any other entity that referred to `target` then
  /// refers to no entity.
  ///
  /// Failures are reported like the failure of a property's assignment.
  public func assign<Target: Entity>(_ owners: [Owner], to target: Target) {
    relationship(of: target).assign(owners)
  }

  private func relationship<Target: Entity>(
    of target: Target
  ) -> ToMany<PolymorphicSource<Owner>> {
    let state = target._$entity
    return state.relationship("owners \(name)") {
      let source = PolymorphicSource(reference: self, target: Target._$definition.table)
      let definition = Target._$definition
      let name = definition.relationshipNames["[\(Owner.self)]", in: definition]
      return ToMany(source, of: state, named: name)
    }
  }
}

/// The target of a polymorphic reference whose owner has no row yet.
private final class DetachedTarget: Relationship {
  private let entity = Guarded<(any Entity)?>(nil)
  /// The target that the owner had when the open write inserted the owner's row.
  ///
  /// If the write is rolled back, the owner refers to this target again.
  private let before = Guarded<(any Entity)?>(nil)
  private let change = Signal()
  /// The two columns of the reference, as indexes in the owner's definition, or nil if the
  /// properties of the reference are not columns.
  private let columns: (type: Int, key: Int)?

  init(type: Int?, key: Int?) {
    if let type, let key { columns = (type, key) } else { columns = nil }
  }

  func hold(_ target: (any Entity)?) {
    let replaced = entity.withLock { entity in
      defer { entity = target }
      return entity
    }
    withExtendedLifetime(replaced) {}
    change.publish()
  }

  /// Returns the stored target if it has this type and this key, which the two columns contain.
  ///
  /// Otherwise, returns `nil`.
  func value(_ type: any Entity.Type, key: SQLiteValue) -> (any Entity)? {
    change.depend()
    let held = entity.withLock { $0 }
    guard let held, Swift.type(of: held) == type, held._$key.first == key else { return nil }
    return held
  }

  /// Removes the target from memory, because the owner's inserted row now stores the reference. A
  /// rollback restores the target.
  ///
  /// - Throws: `.misuse` or `.deletedEntity` if the inserted row refers to the target, and the
  ///   target belongs to another database or was deleted.
  func attach(_ attachment: EntityAttachment, row: RowImage) throws {
    let held = entity.withLock { $0 }
    before.withLock { $0 = held }
    hold(nil)
    guard let held, let columns else { return }
    let first = row.count - attachment.owner.definition.columns.count
    if row[first + columns.type] == .text(Swift.type(of: held)._$definition.table),
      row[first + columns.key] == held._$key.first
    {
      try attachment.table.graph.requireKey(held._$entity)
    }
  }

  func detach() { hold(takeBefore()) }

  func didCommitInsertion() -> [AnyObject] { takeBefore().map { [$0] } ?? [] }

  private func takeBefore() -> (any Entity)? {
    before.withLock { before in
      defer { before = nil }
      return before
    }
  }
}

/// The inverse of a polymorphic reference: the entities whose two columns refer to the owner.
///
/// The entities are in the order of ``ChildOrder``.
struct PolymorphicSource<Child: Entity>: ChildColumnSource {
  let reference: PolymorphicReference<Child>
  /// The name of the owner's table. The type column of each child contains this name.
  ///
  /// The owner of this relationship is the target of ``PolymorphicReference``.
  let target: String

  func columns(in graph: DatabaseGraph) throws -> ChildColumns<Child> {
    let columns = try reference.columns()
    return ChildColumns(
      table: try graph.table(for: Child.self),
      key: columns.key,
      others: [(columns.type, .text(target))]
    )
  }

  func refer(_ child: Child, to owner: (any Entity)?) throws {
    try reference.set(owner, of: child)
  }
}
