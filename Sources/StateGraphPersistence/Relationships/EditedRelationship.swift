/// The array of a to-many relationship while a caller changes it in place.
///
/// The accessors that the macro `@GraphComputed` generates in an entity use it.
@_documentation(visibility: internal)
public struct EditedRelationship<Child: Entity> {
  /// The related entities. No other reference to the array exists if possible, so that a change
  /// does not copy it.
  public var children: [Child]
  let assign: ([Child]) -> Void

  /// Makes the entities in the changed array the related entities.
  public func finish() { assign(children) }
}
