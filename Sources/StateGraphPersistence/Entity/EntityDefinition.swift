public import StateGraphSQLite

/// The table that an entity type declares.
///
/// Each type has one object, so that a reference to it takes 8 bytes.
@_documentation(visibility: internal)
public final class EntityDefinition: Sendable {
  package let table: String
  package let renamedFrom: [String]
  /// The columns of the primary key, in key order. A key column that is also a property is in
  /// `columns` too.
  package let keyColumns: [String]
  package let keyTypes: [ColumnType]
  package let columns: [EntityColumn]
  /// The indexes over several columns.
  package let indexes: [TableIndex]
  private let columnsByPath: ColumnsByPath
  /// The one-to-many relationships.
  package let relationships: [EntityRelationship]
  /// The image of a new entity before a property is set: the key's columns, then `columns`.
  let placeholders: RowImage
  /// The name of the Swift type for reports and messages; the table's name if there are no columns.
  let typeName: String
  /// The names of the to-many relationships that have been read.
  let relationshipNames = RelationshipNames()

  /// Creates the definition. `@Entity` writes the call.
  public init(
    table: String,
    renamedFrom: [String] = [],
    key: [String] = ["id"],
    indexes: [TableIndex] = [],
    keyTypes: [ColumnType] = [.text],
    columns: [EntityColumn],
    relationships: [EntityRelationship] = []
  ) {
    self.table = table
    self.relationships = relationships
    self.renamedFrom = renamedFrom
    keyColumns = key
    self.keyTypes = keyTypes
    self.columns = columns
    self.indexes = indexes
    columnsByPath = ColumnsByPath(columns)
    typeName = columns.first.map { "\(Swift.type(of: $0.path).rootType)" } ?? table
    placeholders = RowImage(key.map { _ in .null } + columns.map(\.placeholder))
  }

  /// Whether a property's column is one of the key's.
  package func isKey(_ column: EntityColumn) -> Bool {
    keyColumns.contains { column.name.isSameName(as: $0) }
  }

  /// The index in `columns` of the property of a key path, or nil if the property is no column.
  package func columnIndex(of path: AnyKeyPath) -> Int? { columnsByPath.indexes[path] }
}

/// A one-to-many relationship that an entity type declares.
@_documentation(visibility: internal)
public struct EntityRelationship: Sendable {
  /// The property of the parent.
  package let path: any AnyKeyPath & Sendable
  /// The property of the children that refers to the parent.
  package let inverse: any AnyKeyPath & Sendable

  /// Creates the relationship of a property with `@GraphComputed(inverse:)`. `@Entity` writes the
  /// call.
  public init<Parent: Entity, Child: Entity, Reference>(
    _ path: any KeyPath<Parent, [Child]> & Sendable,
    inverse: any KeyPath<Child, Reference> & Sendable
  ) {
    self.path = path
    self.inverse = inverse
  }
}

/// The indexes of columns by the key paths of their properties.
private struct ColumnsByPath: @unchecked Sendable {
  // SAFETY: immutable, and its key paths are Sendable.
  let indexes: [AnyKeyPath: Int]

  init(_ columns: [EntityColumn]) {
    indexes = Dictionary(
      columns.enumerated().map { ($1.path, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
