import StateGraphFormats
package import StateGraphSQLite

/// A table of the database, with the properties that an import needs to write its rows.
///
/// Immutable. It is a class because the import uses it for every record. Each copy of a struct with
/// so many arrays would increment all their reference counts.
package final class TablePlan: Sendable {
  package let schema: TableSchema
  /// The indexes of the primary key's columns, in key order.
  package let keyIndexes: [Int]
  /// The indexes of the columns that must have a value in a new row: the primary key, and all
  /// columns without a default that may not be NULL.
  package let requiredIndexes: [Int]
  /// The foreign keys of the table, in the order of the schema.
  package let foreignKeys: [ForeignKeyPlan]
  /// For each column, the few properties that determine which values it accepts.
  let kinds: [ColumnKind]
  /// Whether the primary key is a single INTEGER column, which SQLite stores as the rowid.
  let keyIsRowID: Bool
  /// The name by which SQL can read the rowid.
  ///
  /// Nil if the table has no rowids, or if ordinary columns have all three names (`rowid`,
  /// `_rowid_` and `oid`).
  let rowIDName: String?
  private let columnIndexes: [[UInt8]: Int]

  package var name: String { schema.name }

  init(_ schema: TableSchema, foreignKeys: [ForeignKeyPlan]) {
    self.schema = schema
    self.foreignKeys = foreignKeys
    kinds = schema.columns.map(ColumnKind.init)
    let keyIndexes = schema.primaryKey.compactMap { schema.columnIndex($0) }
    self.keyIndexes = keyIndexes
    keyIsRowID =
      schema.hasRowID && keyIndexes.count == 1
      && schema.columns[keyIndexes[0]].declaredType == "INTEGER"
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

  /// Returns the index of the column that an input calls `name`, or nil if there is no such column.
  ///
  /// Upper and lower case do not matter. If no column has this name, `createdAt` means the column
  /// `created_at`.
  package func columnIndex(_ name: String) -> Int? {
    columnIndexes[FoldedName.key(name)] ?? columnIndexes[Array(FoldedName.snakeCase(name).utf8)]
  }

  /// Returns the index of the foreign key that an input calls `name`, or nil if there is none.
  ///
  /// The foreign key must consist of a single column, whose name is `name` or `name_id`.
  func reference(_ name: String) -> Int? {
    for column in [name, name + "_id", FoldedName.snakeCase(name) + "_id"] {
      guard let index = columnIndex(column) else { continue }
      let key = foreignKeys.firstIndex { $0.columns == [index] }
      if let key { return key }
    }
    return nil
  }

  /// Returns the index of the column that a name in a CSV header means, or nil if there is none.
  ///
  /// The name `author` also means the column `author_id` of a foreign key, as long as no other name
  /// in the header means that column.
  func columnIndex(_ name: String, among header: [String]) -> Int? {
    if let index = columnIndex(name) { return index }
    guard let column = reference(name).map({ foreignKeys[$0].columns[0] }) else { return nil }
    return header.contains { columnIndex($0) == column } ? nil : column
  }

  /// Returns whether a name in a CSV header is the name of a column, or of a foreign key's column
  /// without `_id`.
  func knows(_ name: String) -> Bool { columnIndex(name) != nil || reference(name) != nil }

  package func column(_ index: Int) -> ColumnSchema { schema.columns[index] }

  /// Returns a copy of the cells in which only the primary key has values, and all other cells are
  /// absent.
  ///
  /// Returns nil if a column of the primary key has no value.
  func keyCells(of cells: [Cell]) -> [Cell]? {
    guard keyIndexes.allSatisfy({ cells[$0].hasValue }) else { return nil }
    var key = [Cell](repeating: .absent, count: cells.count)
    for index in keyIndexes { key[index] = cells[index] }
    return key
  }

  /// Returns whether a record gives values only for its primary key. Such a nested record refers to
  /// a row without changing it.
  ///
  /// Returns false if the table has no other columns, because the key alone is then a complete
  /// record.
  func isKeyOnly(_ cells: [Cell]) -> Bool {
    guard cells.count > keyIndexes.count else { return false }
    return cells.indices.allSatisfy { cells[$0].isAbsent || keyIndexes.contains($0) }
  }
}

/// A foreign key of a table, in which tables and columns are indexes instead of names.
///
/// Immutable. It is a class because the import passes it on for every record, and each copy of a
/// struct would cost more time.
package final class ForeignKeyPlan: Sendable {
  /// The indexes of the foreign key's columns in the referring table.
  package let columns: [Int]
  /// The index of the referenced table in the import plan.
  package let parent: Int
  /// The indexes of the referenced columns, in the order of `columns`.
  package let parentColumns: [Int]
  /// The indexes of the referring columns that may be NULL and are not part of the primary key. The
  /// import can set them to NULL to remove the reference.
  package let clearableColumns: [Int]

  init(columns: [Int], parent: Int, parentColumns: [Int], clearableColumns: [Int]) {
    (self.columns, self.parent) = (columns, parent)
    (self.parentColumns, self.clearableColumns) = (parentColumns, clearableColumns)
  }
}
