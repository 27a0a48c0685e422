import StateGraphFormats
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
  ///   - values: The forms of values that the inputs may have.
  ///   - labels: Converts labels to keys, or nil if the inputs have no labels.
  package init(
    _ schemas: [TableSchema],
    values: ValueForms = ValueForms(),
    labels: (any LabelReader)? = nil
  ) {
    let indexes = Dictionary(
      zip(schemas.map { FoldedName.key($0.name) }, schemas.indices),
      uniquingKeysWith: { first, _ in first }
    )
    var tables: [TablePlan] = []
    for schema in schemas {
      var keys: [ForeignKeyPlan] = []
      var broken: ForeignKeySchema?
      for key in schema.foreignKeys {
        let parent = indexes[FoldedName.key(key.referencedTable)]
        if let plan = Self.plan(key, of: schema, parent: parent, among: schemas) {
          keys.append(plan)
        } else {
          broken = broken ?? key
        }
      }
      tables.append(
        TablePlan(
          schema,
          foreignKeys: keys,
          broken: broken,
          values: values,
          labels: labels
        )
      )
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

  /// Returns whether a foreign key of any table refers to a table.
  func isReferredTo(_ table: Int) -> Bool {
    tables.contains { $0.foreignKeys.contains { $0.parent == table } }
  }

  /// Returns nil if the foreign key refers to a table or column that does not exist.
  private static func plan(
    _ key: ForeignKeySchema,
    of table: TableSchema,
    parent: Int?,
    among tables: [TableSchema]
  ) -> ForeignKeyPlan? {
    let columns = key.columns.compactMap { table.columnIndex($0) }
    guard let parent, columns.count == key.columns.count else { return nil }
    let parentColumns = key.referencedColumns.compactMap { tables[parent].columnIndex($0) }
    guard parentColumns.count == columns.count else { return nil }
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
}
