public import StateGraphNormalization
public import StateGraphSQLite

/// A final class whose objects are the rows of a table. Write `@Entity` on the class; the
/// requirements with a `$` are its.
public protocol Entity: AnyObject, TypedIdentifiable
where TypedIdentifierRawValue: EntityKey {
  static var _$definition: EntityDefinition { get }
  var _$entity: EntityState { get }
  init(_ row: EntityRow<Self>)
  static func _$face(of state: EntityState, _ key: RowKey) -> AnyObject?
}

extension Entity {
  /// Makes the entity of a row, or nil where the key is no identifier.
  ///
  /// A requirement, and inlinable: the compiler makes it anew for every entity type, with the types
  /// that the runtime would else be asked for with every row.
  @inlinable
  public static func _$face(of state: EntityState, _ key: RowKey) -> AnyObject? {
    guard let raw = TypedIdentifierRawValue(rowKey: key) else { return nil }
    return state.takeFace { Self(EntityRow(typedID: TypedID(raw))) }
  }

  /// Whether the row is gone. The properties then read as they were, and setting one is an error.
  public var isDeleted: Bool { _$entity.isDeleted }
}

/// What an entity's initialiser is given: which row it is.
public struct EntityRow<Element: Entity> {
  /// The identifier of the row.
  public let typedID: Element.TypedID

  @inlinable
  init(typedID: Element.TypedID) { self.typedID = typedID }
}
