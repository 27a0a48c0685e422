import StateGraphFormats
package import StateGraphSQLite

/// A table of the database, with the properties that an import needs to write its rows.
///
/// The plan is a class because the import uses it for every record. A copy of a struct would
/// increment the reference counts of all its arrays. A plan never changes.
package final class TablePlan: Sendable {
  package let schema: TableSchema
  /// The indices of the primary key's columns, in key order.
  package let keyIndexes: [Int]
  /// The indices of the columns that must have a value in a new row.
  ///
  /// These are the columns of the primary key, and all NOT NULL columns without a default.
  package let requiredIndexes: [Int]
  /// The index of the column whose value the import makes from the content of a record. Nil if the
  /// table has no such column.
  ///
  /// This is a primary key of one TEXT column with the name `content_key`, or with a name that
  /// ends in `_content_key`.
  package let contentKeyIndex: Int?
  /// The foreign keys of the table, in the order of the schema.
  package let foreignKeys: [ForeignKeyPlan]
  /// A foreign key that refers to a table or column that does not exist. SQLite allows such a key,
  /// and the import uses it for nothing. Nil if the table has none.
  package let broken: ForeignKeySchema?
  /// One element for each column: the properties that determine its allowed values.
  let kinds: [ColumnKind]
  /// Whether the primary key is a single INTEGER column, which SQLite stores as the rowid.
  let keyIsRowID: Bool
  /// The name of the rowid in SQL: `rowid`, `_rowid_` or `oid`.
  ///
  /// Nil if the table has no rowids, or if ordinary columns have all three names.
  let rowIDName: String?
  private let columnIndexes: [[UInt8]: Int]
  /// Converts labels to keys. Nil unless the import reads fixtures.
  let labels: (any LabelReader)?

  package var name: String { schema.name }

  /// The indices of the columns in which SQLite stores a real number without a fraction as an
  /// integer. The stored number loses the sign of a negative zero.
  let realIndexes: [Int]

  init(
    _ schema: TableSchema,
    foreignKeys: [ForeignKeyPlan],
    broken: ForeignKeySchema?,
    values: ValueForms,
    labels: (any LabelReader)?
  ) {
    self.labels = labels
    self.schema = schema
    self.foreignKeys = foreignKeys
    self.broken = broken
    let checks = ColumnChecks(schema)
    kinds = schema.columns.map {
      ColumnKind($0, of: schema, checks: checks, values: values)
    }
    realIndexes = schema.columns.indices.filter {
      [.real, .numeric].contains(schema.columns[$0].affinity)
    }
    let keyIndexes = schema.primaryKey.compactMap { schema.columnIndex($0) }
    self.keyIndexes = keyIndexes
    keyIsRowID = keyIndexes.first.map { schema.isRowID(schema.columns[$0]) } ?? false
    contentKeyIndex = keyIndexes.first { index in
      let name = "_" + FoldedName.fold(schema.columns[index].name)
      return keyIndexes.count == 1 && schema.columns[index].declaredType == "TEXT"
        && name.hasSuffix("_content_key")
    }
    requiredIndexes = schema.columns.indices.filter {
      keyIndexes.contains($0) || !schema.columns[$0].isOptional
    }
    let names = schema.columns.map { FoldedName.fold($0.name) }
    rowIDName =
      schema.hasRowID ? ["rowid", "_rowid_", "oid"].first { !names.contains($0) } : nil
    columnIndexes = Dictionary(
      zip(schema.columns.map { FoldedName.key($0.name) }, schema.columns.indices),
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Returns the index of the column for a name in an input, or nil if there is no such column.
  ///
  /// The comparison ignores upper and lower case. If no column has this name, `createdAt` means
  /// `created_at`.
  package func columnIndex(_ name: String) -> Int? {
    columnIndexes[FoldedName.key(name)] ?? columnIndexes[Array(FoldedName.snakeCase(name).utf8)]
  }

  /// Returns the index of the column that stores an object or an array as JSON text. Nil if the
  /// table has no such column.
  ///
  /// For the member `address`, this is the column `address_json`, or a JSON column `address`.
  func jsonColumnIndex(_ name: String) -> Int? {
    for name in [name + "_json", FoldedName.snakeCase(name) + "_json", name] {
      if let index = columnIndex(name), kinds[index].isJSON { return index }
    }
    return nil
  }

  /// Returns the index of the foreign key for a name in an input, or nil if there is none.
  ///
  /// The foreign key must have a single column whose name is `name` or `name` with the suffix
  /// `_id`.
  func reference(_ name: String) -> Int? {
    for column in [name, name + "_id", FoldedName.snakeCase(name) + "_id"] {
      guard let index = columnIndex(column) else { continue }
      let key = foreignKeys.firstIndex { $0.columns == [index] }
      if let key { return key }
    }
    return nil
  }

  /// Returns the index of the column for a name in a CSV header, or nil if there is none.
  ///
  /// The name `author` also means the foreign key column `author_id`, unless another name in the
  /// header means this column.
  func columnIndex(_ name: String, among header: [String]) -> Int? {
    if let index = columnIndex(name) { return index }
    guard let column = reference(name).map({ foreignKeys[$0].columns[0] }) else { return nil }
    return header.contains { columnIndex($0) == column } ? nil : column
  }

  /// Returns whether a name in a CSV header means a column.
  ///
  /// The name of a foreign key's column may be written without `_id`.
  func knows(_ name: String) -> Bool { columnIndex(name) != nil || reference(name) != nil }

  package func column(_ index: Int) -> ColumnSchema { schema.columns[index] }

  /// Returns a copy of the values with only the primary key. All other columns have no value.
  ///
  /// Returns nil if a column of the primary key has no value, or if there is no primary key.
  func keyCells(of cells: [Cell]) -> [Cell]? {
    guard !keyIndexes.isEmpty, keyIndexes.allSatisfy({ cells[$0].hasValue }) else { return nil }
    var key = [Cell](repeating: .absent, count: cells.count)
    for index in keyIndexes { key[index] = cells[index] }
    return key
  }

  /// Returns whether a record has values only for its primary key.
  ///
  /// Such a nested record refers to a row without changing the row. If the table has no other
  /// columns, the result is false, because the key alone is a complete record.
  func isKeyOnly(_ cells: [Cell]) -> Bool {
    guard cells.count > keyIndexes.count else { return false }
    return cells.indices.allSatisfy { cells[$0].isAbsent || keyIndexes.contains($0) }
  }
}

/// A foreign key of a table, with indices instead of table and column names.
///
/// The plan is a class because the import passes it on for every record. A copy of a struct would
/// increment the reference counts of its arrays. A plan never changes.
package final class ForeignKeyPlan: Sendable {
  /// The indices of the foreign key's columns in the referring table.
  package let columns: [Int]
  /// The index of the referenced table in the import plan.
  package let parent: Int
  /// The indices of the referenced columns, in the order of `columns`.
  package let parentColumns: [Int]
  /// The indices of the referring columns that the import can set to NULL.
  ///
  /// These columns allow NULL and are not part of the primary key.
  package let clearableColumns: [Int]

  init(columns: [Int], parent: Int, parentColumns: [Int], clearableColumns: [Int]) {
    (self.columns, self.parent) = (columns, parent)
    (self.parentColumns, self.clearableColumns) = (parentColumns, clearableColumns)
  }
}
