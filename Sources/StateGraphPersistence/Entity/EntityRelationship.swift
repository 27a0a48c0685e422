import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// The type of a property that refers to an entity: an entity type, or an optional one.
///
/// The generated code requires it of the inverse of a relationship. The compiler then refuses an
/// inverse that refers to another type than the owner.
@_documentation(visibility: internal)
public protocol EntityReferring {
  /// The type of the entity.
  associatedtype _$Referenced: Entity
}

extension Optional: EntityReferring where Wrapped: Entity {
  public typealias _$Referenced = Wrapped
}

/// A to-many relationship that an entity type declares with `@GraphComputed`.
///
/// The entity with the property is the *owner* of the relationship. The related entities are its
/// *children*.
@_documentation(visibility: internal)
public struct EntityRelationship: Sendable {
  /// How the children of an owner are found.
  enum Source: Sendable {
    /// By the property of the child that refers to the owner.
    case inverse(any AnyKeyPath & Sendable)
    /// By the rows of this link type. The link type has one reference to the owner and one to the
    /// child, which are found by their types.
    case links(any Entity.Type)
    /// By the rows of this link type, whose references to the owner and to the child are given.
    case references(any Entity.Type, any AnyKeyPath & Sendable, any AnyKeyPath & Sendable)
  }

  /// The property of the owner that contains the children.
  package let path: any AnyKeyPath & Sendable
  let source: Source
  /// The condition for the children, or nil if all rows that refer to the owner are children.
  var filter: (any RelationshipFilter)?

  /// Creates the relationship of a property with `@GraphComputed(inverse:)`, whose inverse must
  /// refer to the owner.
  ///
  /// The code that `@Entity` generates calls this initialiser.
  public init<Owner: Entity, Child: Entity, Reference: EntityReferring>(
    _ path: KeyPath<Owner, [Child]>,
    inverse: KeyPath<Child, Reference>
  ) where Reference._$Referenced == Owner {
    self.path = path.literal
    source = .inverse(inverse.literal)
  }

  /// Creates the relationship of a property with `@GraphComputed(through:)` and the type of a link.
  ///
  /// The code that `@Entity` generates calls this initialiser.
  public init<Owner: Entity, Child: Entity, Link: Entity>(
    _ path: KeyPath<Owner, [Child]>,
    through link: Link.Type
  ) {
    self.path = path.literal
    source = .links(link)
  }

  /// Creates the relationship of a property with `@GraphComputed(through:)` and two references,
  /// which must refer to the owner and to the related entity.
  ///
  /// The code that `@Entity` generates calls this initialiser.
  public init<
    Owner: Entity,
    Child: Entity,
    Link: Entity,
    First: EntityReferring,
    Second: EntityReferring
  >(
    _ path: KeyPath<Owner, [Child]>,
    through owner: KeyPath<Link, First>,
    _ target: KeyPath<Link, Second>
  ) where First._$Referenced == Owner, Second._$Referenced == Child {
    self.path = path.literal
    source = .references(Link.self, owner.literal, target.literal)
  }
}

/// A condition for the children of a relationship. The folder of expressions declares it, which
/// depends on this folder.
protocol RelationshipFilter: Sendable {}

/// The names of an entity type's to-many relationships in reports, such as "User.posts".
///
/// All entities of the type share one name object for each relationship, to save memory.
final class RelationshipNames: Sendable {
  private let names = Guarded<[ByteText: SignalName]>([:])

  subscript(property: String, in definition: EntityDefinition) -> SignalName {
    names.withLock { names in
      if let known = names[ByteText(property)] { return known }
      let made = SignalName("\(definition.typeName).\(property)")
      names[ByteText(property)] = made
      return made
    }
  }
}

/// A relationship of one entity: a to-many relationship, or a polymorphic reference. The object is
/// created when the program first uses the relationship.
///
/// The entity's state calls these functions when the entity's row is inserted, and when the
/// insertion is committed or rolled back.
protocol Relationship: AnyObject {
  /// Writes the children that were assigned before the entity had a row.
  ///
  /// Called after the open write has inserted the row of the entity.
  ///
  /// - Parameters:
  ///   - attachment: The inserted row.
  ///   - row: The values of the inserted row: its key, then the columns of the definition.
  func attach(_ attachment: EntityAttachment, row: RowImage) throws

  /// Restores in memory the children that were assigned before the entity had a row.
  ///
  /// Called after the insertion of the entity's row was rolled back.
  func detach()

  /// Records that the insertion of the entity's row was committed.
  ///
  /// - Returns: The objects that were kept for a rollback. The caller must release them at a point
  ///   where user code may run.
  func didCommitInsertion() -> [AnyObject]
}
