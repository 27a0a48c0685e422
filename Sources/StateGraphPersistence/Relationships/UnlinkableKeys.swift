public import StateGraphCore

// These overloads accept many-to-many relationships of entities with keys of several columns, which
// are not possible. The macros see only the name of a type, so they cannot report this error. The
// compiler chooses these overloads only if no other overload fits. They are unavailable, and their
// message explains the solution.

extension RelationshipAccess {
  /// Turns a many-to-many relationship by keys of several columns into a compile-time error.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: """
      A many-to-many relationship needs entities with keys of one column. Declare \
      '@GraphComputed(inverse:)' for the link on both sides.
      """
  )
  public func manyToMany<Link: Entity, Owner: Entity, Child: Entity>(
    through link: Link.Type,
    of owner: Owner.Type,
    order: PartialKeyPath<Link>? = nil,
    as property: String
  ) -> Computed<[Child]> {
    preconditionFailure("This function is unavailable.")
  }

  /// Turns a many-to-many relationship by keys of several columns into a compile-time error.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: """
      A many-to-many relationship needs entities with keys of one column. Declare \
      '@GraphComputed(inverse:)' for the link on both sides.
      """
  )
  public func manyToMany<Link: Entity, Owner, Child: Entity, Target>(
    through link: Link.Type,
    owner: KeyPath<Link, Owner>,
    target: KeyPath<Link, Target>,
    order: PartialKeyPath<Link>? = nil,
    as property: String
  ) -> Computed<[Child]> {
    preconditionFailure("This function is unavailable.")
  }
}
