public import StateGraphNormalization
public import StateGraphSQLite

/// A final class whose objects are the rows of a table.
///
/// Write `@Entity` on the class. The macro generates the members that this protocol requires.
///
/// An entity prints as a call of its initialiser, such as `Author("ada", name: "Ada")`. Printing
/// reads no related rows, and adds no dependency to a `Computed`.
///
/// Two entities are equal if they are the same object. As long as the program retains the object of
/// a row, every thread gets this object, so that a set of entities is a set of rows.
public protocol Entity: AnyObject, TypedIdentifiable, Hashable, StoreIdentified,
  CustomDebugStringConvertible, CustomReflectable, EntityReferring
where TypedIdentifierRawValue: EntityKey, _$Referenced == Self {
  static var _$definition: EntityDefinition { get }
  var _$entity: EntityState { get }
  /// Creates the object of a row that was loaded from the file.
  ///
  /// Only the library calls this initialiser. `EntityConstruction` describes how `_$entity` gets
  /// its value.
  init(_ row: EntityRow<Self>)
  static func _$instance(of state: EntityState, _ key: RowKey) -> AnyObject?
}

extension Entity {
  /// Creates the entity of a row. Returns `nil` if the values of the row's key have other types
  /// than the entity's identifier.
  ///
  /// The function is a requirement and `@inlinable`, so that the compiler specialises it for each
  /// entity type. Unspecialised code would look up type metadata at run time for every row.
  @inlinable
  public static func _$instance(of state: EntityState, _ key: RowKey) -> AnyObject? {
    guard let raw = TypedIdentifierRawValue(rowKey: key) else { return nil }
    return state.takeInstance { Self(EntityRow(typedID: TypedID(raw))) }
  }

  /// Whether both are the same object, whatever their rows contain.
  public static func == (left: Self, right: Self) -> Bool { left === right }

  /// Hashes the identity of the object. A change of a property does not change the hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Whether the row of this entity has been deleted.
  ///
  /// The properties keep their last values. Setting a property reports the error `.deletedEntity`.
  public var isDeleted: Bool { _$entity.isDeleted }

  /// Whether the row of this entity contains a value that a property cannot hold. For example,
  /// another program has written text to a column of integers.
  ///
  /// The properties keep their last valid values. Stores, queries and relationships omit the
  /// entity. Setting a property still writes its column. After a commit that makes the row
  /// readable, the same entity is included again, with the values of the row.
  ///
  /// The result describes the row as of the last commit, even inside a write or a snapshot. The
  /// graph node that is being evaluated depends on the result.
  public var isUnreadable: Bool {
    if let row = _$entity.attachment { row.owner.depend(onRow: row.key) }
    return _$entity.isUnreadable
  }
}

/// The parameter of an entity's `init(_ row:)`, which contains the identifier of the loaded row.
@_documentation(visibility: internal)
public struct EntityRow<Element: Entity> {
  /// The identifier of the entity, from the primary key of the loaded row.
  public let typedID: Element.TypedID

  @inlinable
  init(typedID: Element.TypedID) { self.typedID = typedID }
}

extension Entity {
  /// The entity as a call of its initialiser, such as `Author("ada", name: "Ada")`.
  ///
  /// The text contains the values that the calling thread would read from the properties, in the
  /// form that the columns store. A reference is the key of the related entity, and a long text is
  /// shortened. No related row is read, no column conversion runs, and a `Computed` does not depend
  /// on the text. Inside a write or a snapshot, one SELECT for the entity's own row may run.
  public var debugDescription: String { EntityDescription(self).text }

  /// The identifier and the columns, for `dump` and debuggers.
  ///
  /// The values are those of ``debugDescription``.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: EntityDescription(self).children,
      displayStyle: .class,
      ancestorRepresentation: .suppressed
    )
  }
}
