/// A to-many relationship that an entity type declares.
@_documentation(visibility: internal)
public struct EntityRelationship: Sendable {
  /// How the rows of the relationship are found.
  enum Source: Sendable {
    /// The property of the child that refers to the owner.
    case inverse(any AnyKeyPath & Sendable)
    /// The type of the link, whose references are found by the types that they refer to.
    case links(any Entity.Type)
    /// The link's references to the owner and to the child.
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
