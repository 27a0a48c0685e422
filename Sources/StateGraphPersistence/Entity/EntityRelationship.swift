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

  /// Creates the relationship of a property with `@GraphComputed(inverse:)`.
  ///
  /// The code that `@Entity` generates calls this initialiser.
  public init<Owner: Entity, Child: Entity, Reference>(
    _ path: any KeyPath<Owner, [Child]> & Sendable,
    inverse: any KeyPath<Child, Reference> & Sendable
  ) {
    self.path = path
    source = .inverse(inverse)
  }

  /// Creates the relationship of a property with `@GraphComputed(through:)` and the type of a link.
  ///
  /// The code that `@Entity` generates calls this initialiser.
  public init<Owner: Entity, Child: Entity, Link: Entity>(
    _ path: any KeyPath<Owner, [Child]> & Sendable,
    through link: Link.Type
  ) {
    self.path = path
    source = .links(link)
  }

  /// Creates the relationship of a property with `@GraphComputed(through:)` and two references.
  ///
  /// The code that `@Entity` generates calls this initialiser.
  public init<Owner: Entity, Child: Entity, Link: Entity, First, Second>(
    _ path: any KeyPath<Owner, [Child]> & Sendable,
    through owner: any KeyPath<Link, First> & Sendable,
    _ target: any KeyPath<Link, Second> & Sendable
  ) {
    self.path = path
    source = .references(Link.self, owner, target)
  }
}
