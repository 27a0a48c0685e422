/// The array of a to-many relationship while a caller changes it in place.
///
/// The accessors that the macro `@GraphComputed` generates in an entity use it.
@_documentation(visibility: internal)
public struct EditedRelationship<Child: Entity> {
  /// The related entities. If possible, this is the only reference to the array, so that a change
  /// does not copy the array.
  public var children: [Child]
  let assign: ([Child]) -> Void

  /// Assigns the changed array to the relationship.
  public func finish() { assign(children) }
}
