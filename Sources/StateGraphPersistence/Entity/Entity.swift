public import StateGraphNormalization
import StateGraphSQLite

/// A final class whose objects are the rows of a table. Write `@Entity` on the class; the
/// requirements with a `$` are its.
public protocol Entity: AnyObject, TypedIdentifiable
where TypedIdentifierRawValue: EntityKey {
  static var _$definition: EntityDefinition { get }
  var _$entity: EntityState { get }
  init(_ row: EntityRow<Self>)
}

extension Entity {
  /// Whether the row is gone. The properties then read as they were, and setting one is an error.
  public var isDeleted: Bool { _$entity.isDeleted }
}

/// What an entity's initialiser is given: which row it is.
public struct EntityRow<Element: Entity> {
  /// The identifier of the row.
  public let typedID: Element.TypedID
}
