public import StateGraphCore
import StateGraphSQLite

/// A one-to-many relationship. The children are the entities with a column that refers to the
/// owner.
///
/// ``ChildOrder`` defines their order.
struct OneToMany<Child: Entity>: ChildColumnSource {
  /// The name of the child's property that refers to the owner.
  let inverse: String
  /// Makes a child refer to the owner, or to no entity if `owner` is nil.
  ///
  /// Returns `false` if the child's property cannot be nil, or has no setter.
  let refer: @Sendable (_ child: Child, _ owner: (any Entity)?) -> Bool

  func columns(in graph: DatabaseGraph) throws -> ChildColumns<Child> {
    let table = try graph.table(for: Child.self)
    let definition = table.definition
    if let index = definition.columns.firstIndex(where: { $0.property == inverse }),
      !definition.columns[index].isPart
    {
      return ChildColumns(table: table, key: index)
    }
    guard let reference = definition.references.firstIndex(where: { $0.property == inverse }) else {
      throw DatabaseError(
        .schemaMismatch,
        "\(Child.self) has no stored property \(inverse), which is the inverse of a relationship.",
        remedy: "Name a @GraphStored property of \(Child.self)."
      )
    }
    let columns = definition.columns(ofReference: reference)
    return ChildColumns(table: table, key: columns[0], restOfKey: columns.dropFirst())
  }

  func refer(_ child: Child, to owner: (any Entity)?) throws {
    guard refer(child, owner) || owner != nil else { throw requiredError }
  }

  private var requiredError: DatabaseError {
    DatabaseError(
      .misuse,
      "A \(Child.self) was removed from a relationship, and its \(inverse) cannot be nil.",
      remedy: "Delete it, assign another \(inverse), or make the property optional."
    )
  }
}

extension RelationshipAccess {
  /// Returns the computed node of a to-many relationship whose inverse is not optional.
  ///
  /// `inverse` is the name of the child's property that refers to this entity.
  public func oneToMany<Child: Entity, Parent: Entity>(
    _ path: ReferenceWritableKeyPath<Child, Parent>,
    _ inverse: String,
    as property: String
  ) -> Computed<[Child]> {
    oneToMany(inverse, as: property, refer: OneToMany.required(path)).node
  }

  /// Returns the computed node of a to-many relationship whose inverse is optional.
  ///
  /// `inverse` is the name of the child's property that refers to this entity.
  public func oneToMany<Child: Entity, Parent: Entity>(
    _ path: ReferenceWritableKeyPath<Child, Parent?>,
    _ inverse: String,
    as property: String
  ) -> Computed<[Child]> {
    oneToMany(inverse, as: property, refer: OneToMany.optional(path)).node
  }

  /// Returns the computed node of a to-many relationship whose inverse has no setter and is not
  /// optional.
  ///
  /// `inverse` is the name of the child's property that refers to this entity.
  @_disfavoredOverload
  public func oneToMany<Child: Entity, Parent: Entity>(
    _ path: KeyPath<Child, Parent>,
    _ inverse: String,
    as property: String
  ) -> Computed<[Child]> {
    oneToMany(inverse, as: property, refer: { _, _ in false }).node
  }

  /// Returns the computed node of a to-many relationship whose inverse has no setter and is
  /// optional.
  ///
  /// `inverse` is the name of the child's property that refers to this entity.
  @_disfavoredOverload
  public func oneToMany<Child: Entity, Parent: Entity>(
    _ path: KeyPath<Child, Parent?>,
    _ inverse: String,
    as property: String
  ) -> Computed<[Child]> {
    oneToMany(inverse, as: property, refer: { _, _ in false }).node
  }

  /// Makes exactly these children refer to this entity.
  ///
  /// Fails if an entity that is not in the array refers to this entity, because the inverse
  /// property of that entity cannot become nil.
  public func assign<Child: Entity, Parent: Entity>(
    _ children: [Child],
    _ path: ReferenceWritableKeyPath<Child, Parent>,
    _ inverse: String,
    as property: String
  ) {
    oneToMany(inverse, as: property, refer: OneToMany.required(path)).assign(children)
  }

  /// Makes exactly these children refer to this entity.
  ///
  /// The inverse property of each other entity that referred to this entity becomes nil.
  public func assign<Child: Entity, Parent: Entity>(
    _ children: [Child],
    _ path: ReferenceWritableKeyPath<Child, Parent?>,
    _ inverse: String,
    as property: String
  ) {
    oneToMany(inverse, as: property, refer: OneToMany.optional(path)).assign(children)
  }

  /// Returns the related entities in an array, for a caller that changes the array in place and
  /// then calls ``EditedRelationship/finish()``.
  public func edit<Child: Entity, Parent: Entity>(
    _ type: [Child].Type,
    _ path: ReferenceWritableKeyPath<Child, Parent>,
    _ inverse: String,
    as property: String
  ) -> EditedRelationship<Child> {
    oneToMany(inverse, as: property, refer: OneToMany.required(path)).edit()
  }

  /// Returns the related entities in an array, for a caller that changes the array in place and
  /// then calls ``EditedRelationship/finish()``.
  public func edit<Child: Entity, Parent: Entity>(
    _ type: [Child].Type,
    _ path: ReferenceWritableKeyPath<Child, Parent?>,
    _ inverse: String,
    as property: String
  ) -> EditedRelationship<Child> {
    oneToMany(inverse, as: property, refer: OneToMany.optional(path)).edit()
  }

  private func oneToMany<Child: Entity>(
    _ inverse: String,
    as property: String,
    refer: @escaping @Sendable (Child, (any Entity)?) -> Bool
  ) -> ToMany<OneToMany<Child>> {
    state.relationship(property) {
      ToMany(
        OneToMany(inverse: inverse, refer: refer),
        of: state,
        named: state.definition.relationshipNames[property, in: state.definition]
      )
    }
  }
}

extension OneToMany {
  fileprivate static func required<Parent: Entity>(
    _ path: ReferenceWritableKeyPath<Child, Parent>
  ) -> @Sendable (Child, (any Entity)?) -> Bool {
    // SAFETY: as for ``AnyKeyPath/literal``.
    nonisolated(unsafe) let path = path
    return { child, owner in
      guard let owner = owner as? Parent else { return false }
      child[keyPath: path] = owner
      return true
    }
  }

  fileprivate static func optional<Parent: Entity>(
    _ path: ReferenceWritableKeyPath<Child, Parent?>
  ) -> @Sendable (Child, (any Entity)?) -> Bool {
    // SAFETY: as for ``AnyKeyPath/literal``.
    nonisolated(unsafe) let path = path
    return { child, owner in
      child[keyPath: path] = owner as? Parent
      return true
    }
  }
}
