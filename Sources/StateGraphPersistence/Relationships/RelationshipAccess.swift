/// Reads and assigns the to-many relationships of an entity: the functions that the accessors call
/// which `@GraphComputed` writes into an entity.
@_documentation(visibility: internal)
public struct RelationshipAccess {
  @usableFromInline let state: EntityState

  @inlinable
  init(_ state: EntityState) { self.state = state }
}

extension EntityState {
  /// The to-many relationships of the entity, for its accessors.
  @inlinable
  public var _$relationships: RelationshipAccess { RelationshipAccess(self) }
}
