/// Reads and assigns the to-many relationships of an entity.
///
/// The accessors that the macro `@GraphComputed` generates in an entity call these functions.
@_documentation(visibility: internal)
public struct RelationshipAccess {
  @usableFromInline let state: EntityState

  @inlinable
  init(_ state: EntityState) { self.state = state }
}

extension EntityState {
  /// The to-many relationships of the entity, for the accessors that `@GraphComputed` generates.
  @inlinable
  public var _$relationships: RelationshipAccess { RelationshipAccess(self) }
}
