package import StateGraphFormats
package import StateGraphSQLite

/// The tables of a database, prepared for an import.
///
/// Foreign keys contain indices of tables and columns instead of names. The import therefore looks
/// up no names while it reads records. A plan never changes during an import.
package struct ImportPlan: Sendable {
  package let tables: [TablePlan]
  private let indexes: [[UInt8]: Int]

  /// Creates the plan for the tables of a database, in the order of `schemas`.
  ///
  /// - Parameters:
  ///   - schemas: The tables of the database.
  ///   - numbers: How the numbers of the inputs are read.
  ///   - labels: Converts labels to keys, or nil if the inputs have no labels.
  /// - Throws: An error with the code `.unsupportedSchema` if a foreign key refers to a table or
  ///   column that does not exist.
  package init(
    _ schemas: [TableSchema],
    numbers: NumberPolicy = .exact,
    labels: (any LabelReader)? = nil
  ) throws(ImportError) {
    let indexes = Dictionary(
      zip(schemas.map { FoldedName.key($0.name) }, schemas.indices),
      uniquingKeysWith: { first, _ in first }
    )
    var tables: [TablePlan] = []
    for schema in schemas {
      var keys: [ForeignKeyPlan] = []
      for key in schema.foreignKeys {
        let parent = indexes[FoldedName.key(key.referencedTable)]
        keys.append(try Self.plan(key, of: schema, parent: parent, among: schemas))
      }
      tables.append(TablePlan(schema, foreignKeys: keys, numbers: numbers, labels: labels))
    }
    self.tables = tables
    self.indexes = indexes
  }

  /// Returns the index of the table for a name in an input, or nil if there is no such table.
  ///
  /// The comparison ignores upper and lower case. The name `blogPosts` also means the table
  /// `blog_posts`.
  package func tableIndex(_ name: String) -> Int? {
    indexes[FoldedName.key(name)] ?? indexes[Array(FoldedName.snakeCase(name).utf8)]
  }

  private static func plan(
    _ key: ForeignKeySchema,
    of table: TableSchema,
    parent: Int?,
    among tables: [TableSchema]
  ) throws(ImportError) -> ForeignKeyPlan {
    let columns = key.columns.compactMap { table.columnIndex($0) }
    guard let parent, columns.count == key.columns.count else {
      throw unusable(key, of: table)
    }
    let parentColumns = key.referencedColumns.compactMap { tables[parent].columnIndex($0) }
    guard parentColumns.count == columns.count else { throw unusable(key, of: table) }
    let keyIndexes = table.primaryKey.compactMap { table.columnIndex($0) }
    return ForeignKeyPlan(
      columns: columns,
      parent: parent,
      parentColumns: parentColumns,
      clearableColumns: columns.filter {
        !table.columns[$0].isNotNull && !keyIndexes.contains($0)
      }
    )
  }

  private static func unusable(_ key: ForeignKeySchema, of table: TableSchema) -> ImportError {
    ImportError(
      .unsupportedSchema,
      "a foreign key of table \(printable(table.name)) refers to "
        + "\(printable(key.referencedTable)), which does not exist or lacks the columns",
      remedy: "Correct the schema with a migration"
    )
  }
}
