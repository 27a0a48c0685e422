public import StateGraphSQLite

/// The table that an entity type declares.
///
/// One object for each type: what refers to it is 8 bytes.
public final class EntityDefinition: Sendable {
  package let table: String
  package let renamedFrom: [String]
  /// The columns of the primary key, in key order. They may be in `columns` too, as properties.
  package let keyColumns: [String]
  package let keyTypes: [ColumnType]
  package let columns: [EntityColumn]
  /// The indexes over several columns.
  package let indexes: [TableIndex]
  private let columnsByPath: ColumnsByPath
  /// The one-to-many relationships.
  package let relationships: [EntityRelationship]
  /// What an entity holds before anybody has set anything: the key's columns, then `columns`.
  let placeholders: RowImage
  /// What people call the entities: the Swift type, as far as a property tells it.
  let typeName: String
  /// The names of the to-many relationships that have been read.
  let relationshipNames = RelationshipNames()

  /// What `@Entity` writes.
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

  /// The place in `columns` of the property that `path` leads to, or nil where that is no column.
  package func columnIndex(of path: AnyKeyPath) -> Int? { columnsByPath.indexes[path] }
}

/// A one-to-many relationship that an entity type declares.
public struct EntityRelationship: Sendable {
  /// The property of the parent.
  package let path: any AnyKeyPath & Sendable
  /// The property of the children that refers to the parent.
  package let inverse: any AnyKeyPath & Sendable

  /// What `@Entity` writes for `@GraphComputed(inverse:)`.
  public init<Parent: Entity, Child: Entity, Reference>(
    _ path: any KeyPath<Parent, [Child]> & Sendable,
    inverse: any KeyPath<Child, Reference> & Sendable
  ) {
    self.path = path
    self.inverse = inverse
  }
}

/// The places of columns by their properties.
private struct ColumnsByPath: @unchecked Sendable {
  // SAFETY: immutable, and made of key paths that are sendable.
  let indexes: [AnyKeyPath: Int]

  init(_ columns: [EntityColumn]) {
    indexes = Dictionary(
      columns.enumerated().map { ($1.path, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
