package import StateGraphSQLite

/// What the schema of a file says about where the records of an input go. Pure.
package struct ImportPlan: Sendable {
  package let tables: [TablePlan]
  private let indexes: [String: Int]

  /// - Throws: `.unsupportedSchema` where a foreign key leads to a table or column that is not there.
  package init(_ schemas: [TableSchema]) throws(ImportError) {
    var tables = schemas.map { TablePlan($0) }
    let indexes = Dictionary(
      zip(tables.map { FoldedName.fold($0.name) }, tables.indices),
      uniquingKeysWith: { first, _ in first }
    )
    for index in tables.indices {
      var keys: [ForeignKeyPlan] = []
      for key in tables[index].schema.foreignKeys {
        let parent = indexes[FoldedName.fold(key.referencedTable)]
        keys.append(try Self.plan(key, of: tables[index], parent: parent, among: tables))
      }
      tables[index].foreignKeys = keys
    }
    self.tables = tables
    self.indexes = indexes
  }

  /// The table that `name` means in an input.
  package func tableIndex(_ name: String) -> Int? {
    indexes[FoldedName.fold(name)] ?? indexes[FoldedName.snakeCase(name)]
  }

  private static func plan(
    _ key: ForeignKeySchema,
    of table: TablePlan,
    parent: Int?,
    among tables: [TablePlan]
  ) throws(ImportError) -> ForeignKeyPlan {
    let columns = key.columns.compactMap { table.schema.columnIndex($0) }
    guard let parent, columns.count == key.columns.count else {
      throw unusable(key, of: table)
    }
    let parentColumns = key.referencedColumns.compactMap { tables[parent].schema.columnIndex($0) }
    guard parentColumns.count == columns.count else { throw unusable(key, of: table) }
    return ForeignKeyPlan(
      columns: columns,
      parent: parent,
      parentColumns: parentColumns,
      clearableColumns: columns.filter {
        !table.schema.columns[$0].isNotNull && !table.keyIndexes.contains($0)
      }
    )
  }

  private static func unusable(_ key: ForeignKeySchema, of table: TablePlan) -> ImportError {
    ImportError(
      .unsupportedSchema,
      "a foreign key of table \(printable(table.name)) refers to \(printable(key.referencedTable)), "
        + "which is not there or lacks the columns",
      remedy: "Mend the schema with a migration"
    )
  }
}
