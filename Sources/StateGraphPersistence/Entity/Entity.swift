public import StateGraphNormalization
public import StateGraphSQLite

/// A final class whose objects are the rows of a table.
///
/// Write `@Entity` on the class. The macro writes the requirements whose names begin with `_$`, and
/// `init(_ row:)`.
public protocol Entity: AnyObject, TypedIdentifiable
where TypedIdentifierRawValue: EntityKey {
  static var _$definition: EntityDefinition { get }
  var _$entity: EntityState { get }
  /// Creates the object of a loaded row. The library calls it; see `EntityConstruction` for how
  /// `_$entity` gets its value.
  init(_ row: EntityRow<Self>)
  static func _$instance(of state: EntityState, _ key: RowKey) -> AnyObject?
}

extension Entity {
  /// Creates the entity of a row, or returns nil if the key is no identifier.
  ///
  /// The function is a requirement and inlinable, so that the compiler specialises it for each
  /// entity type. Unspecialised code would ask the runtime for the types with every row.
  @inlinable
  public static func _$instance(of state: EntityState, _ key: RowKey) -> AnyObject? {
    guard let raw = TypedIdentifierRawValue(rowKey: key) else { return nil }
    return state.takeInstance { Self(EntityRow(typedID: TypedID(raw))) }
  }

  /// Whether the row has been deleted. The properties keep their last values, and setting one
  /// reports the error `.deletedEntity`.
  public var isDeleted: Bool { _$entity.isDeleted }
}

/// The parameter of an entity's `init(_ row:)`: the identifier of the loaded row.
@_documentation(visibility: internal)
public struct EntityRow<Element: Entity> {
  /// The identifier of the row.
  public let typedID: Element.TypedID

  @inlinable
  init(typedID: Element.TypedID) { self.typedID = typedID }
}
