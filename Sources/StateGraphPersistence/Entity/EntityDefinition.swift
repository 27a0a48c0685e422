public import StateGraphSQLite

/// The table and the columns that an entity type declares.
///
/// The code that `@Entity` generates creates one object of this class for each entity type. The
/// definition is a class, so that a reference to it takes only 8 bytes.
@_documentation(visibility: internal)
public final class EntityDefinition: Sendable {
  package let table: String
  package let renamedFrom: [String]
  /// The names of the primary key's columns, in key order.
  ///
  /// If a property stores a key column, `columns` contains that column too.
  package let keyColumns: [String]
  package let keyTypes: [ColumnType]
  /// Whether SQLite makes the keys of new rows, as ``KeySource/database`` describes.
  package let isKeyedByDatabase: Bool
  /// The columns that store properties, followed by the columns that belong only to references by
  /// several columns.
  package let columns: [EntityColumn]
  /// The references to entities with keys of several columns. All other references are in
  /// `columns`.
  package let references: [EntityReference]
  let referenceColumns: ReferenceColumns
  /// The declared indexes over several columns. An index over one column is an option of that
  /// column.
  package let indexes: [TableIndex]
  private let columnsByPath: ColumnsByPath
  /// The indexes, in `columns`, of the columns with the option `.timestamp(.insertion)`. The
  /// library sets these columns when it inserts a row.
  let insertionTimestamps: [Int]
  /// The indexes, in `columns`, of the columns with the option `.timestamp(.update)`. The library
  /// sets these columns when it inserts a row or changes one of its properties.
  let updateTimestamps: [Int]
  /// The indexes of all timestamps in an entity's row image.
  let timestampIndexes: [Int]
  /// The to-many relationships that the type declares with `@GraphComputed`.
  package let relationships: [EntityRelationship]
  /// The row image (the stored values of a row) of a new entity before any property is set.
  ///
  /// It contains a NULL for each key column, then the placeholder of each column in `columns`.
  let placeholders: RowImage
  /// The name of the Swift type, for reports and error messages.
  ///
  /// It is the name of the table if the type has no columns.
  let typeName: String
  /// Caches the names of the type's to-many relationships for reports. A name is added when the
  /// program first uses the relationship.
  let relationshipNames = RelationshipNames()

  /// Creates the definition. The code that `@Entity` generates calls this initialiser.
  public init(
    table: String,
    keys: KeySource = .program,
    renamedFrom: [String] = [],
    key: [String] = ["id"],
    indexes: [TableIndex] = [],
    keyTypes: [ColumnType] = [.text],
    columns: [EntityColumn],
    references: [EntityReference] = [],
    relationships: [EntityRelationship] = []
  ) {
    var columns = columns
    referenceColumns = ReferenceColumns(references, addingTo: &columns, key: key)
    self.references = references
    self.table = table
    if case .database = keys { isKeyedByDatabase = true } else { isKeyedByDatabase = false }
    self.relationships = relationships
    self.renamedFrom = renamedFrom
    keyColumns = key
    self.keyTypes = keyTypes
    self.columns = columns
    self.indexes = indexes
    columnsByPath = ColumnsByPath(columns)
    insertionTimestamps = columns.indices.filter { columns[$0].isTimestamp(of: .insertion) }
    updateTimestamps = columns.indices.filter { columns[$0].isTimestamp(of: .update) }
    timestampIndexes = (insertionTimestamps + updateTimestamps).map { key.count + $0 }
    typeName = columns.first.map { "\(Swift.type(of: $0.path).rootType)" } ?? table
    placeholders = RowImage(key.map { _ in .null } + columns.map(\.placeholder))
  }

  /// Returns whether the column of a property is part of the primary key.
  package func isKey(_ column: EntityColumn) -> Bool {
    keyColumns.contains { column.name.isSameName(as: $0) }
  }

  /// Returns the index in `columns` of a property's column. Returns `nil` if no column stores the
  /// property.
  package func columnIndex(of path: AnyKeyPath) -> Int? { columnsByPath.indexes[path] }
}

extension EntityColumn {
  fileprivate func isTimestamp(of event: TimestampEvent) -> Bool {
    options.contains { if case .timestamp(event) = $0.kind { true } else { false } }
  }
}

/// Finds the index of a column by the key path of the column's property.
private struct ColumnsByPath: @unchecked Sendable {
  // SAFETY: the dictionary is immutable, and all its key paths are Sendable.
  let indexes: [AnyKeyPath: Int]

  init(_ columns: [EntityColumn]) {
    indexes = Dictionary(
      columns.enumerated().filter { !$1.isPart }.map { ($1.path, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
