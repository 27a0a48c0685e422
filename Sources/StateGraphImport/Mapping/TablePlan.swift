import StateGraphFormats
package import StateGraphSQLite

/// A table of the database, with what an import needs to write its rows.
///
/// Immutable. It is a class because every record uses it: copying a struct with so many arrays
/// would cost more than using them.
package final class TablePlan: Sendable {
  package let schema: TableSchema
  /// The indexes of the primary key's columns, in key order.
  package let keyIndexes: [Int]
  /// The indexes of the columns that must have a value in a new row.
  package let requiredIndexes: [Int]
  /// The foreign keys of the table, in the order of the schema.
  package let foreignKeys: [ForeignKeyPlan]
  /// For each column, the properties that decide which values it accepts.
  let kinds: [ColumnKind]
  /// Whether the primary key is an alias of the rowid.
  let keyIsRowID: Bool
  /// The name of the rowid in SQL. Nil if the table has no rowid, or if ordinary columns hide all
  /// its names.
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

  /// Returns the column that `name` means in an input. It is the column of that name by SQLite's
  /// rules, or else the column whose name is `name` in snake case.
  package func columnIndex(_ name: String) -> Int? {
    columnIndexes[FoldedName.key(name)] ?? columnIndexes[Array(FoldedName.snakeCase(name).utf8)]
  }

  /// Returns the index of the foreign key that has a single column, called `name` or `name_id`.
  func reference(_ name: String) -> Int? {
    for column in [name, name + "_id", FoldedName.snakeCase(name) + "_id"] {
      guard let index = columnIndex(column) else { continue }
      let key = foreignKeys.firstIndex { $0.columns == [index] }
      if let key { return key }
    }
    return nil
  }

  /// Returns the column that a name in a CSV header means. As in JSON, `author` means the foreign
  /// key's column `author_id`, unless another name in the header means that column.
  func columnIndex(_ name: String, among header: [String]) -> Int? {
    if let index = columnIndex(name) { return index }
    guard let column = reference(name).map({ foreignKeys[$0].columns[0] }) else { return nil }
    return header.contains { columnIndex($0) == column } ? nil : column
  }

  /// Returns whether a name in a CSV header may mean a column.
  func knows(_ name: String) -> Bool { columnIndex(name) != nil || reference(name) != nil }

  package func column(_ index: Int) -> ColumnSchema { schema.columns[index] }

  /// Returns a copy of the cells in which all but the key are absent. Returns nil if a column of
  /// the key has no value.
  func keyCells(of cells: [Cell]) -> [Cell]? {
    guard keyIndexes.allSatisfy({ cells[$0].hasValue }) else { return nil }
    var key = [Cell](repeating: .absent, count: cells.count)
    for index in keyIndexes { key[index] = cells[index] }
    return key
  }

  /// Returns whether a record has values for its key and nothing else.
  func isKeyOnly(_ cells: [Cell]) -> Bool {
    guard cells.count > keyIndexes.count else { return false }
    return cells.indices.allSatisfy { cells[$0].isAbsent || keyIndexes.contains($0) }
  }
}

/// A foreign key of a table. Its tables and columns are stored as indexes.
///
/// Immutable. It is a class because it is passed around for every record.
package final class ForeignKeyPlan: Sendable {
  /// The indexes of the foreign key's columns in the referring table.
  package let columns: [Int]
  /// The index of the referenced table in the import plan.
  package let parent: Int
  /// The indexes of the referenced columns, in the order of `columns`.
  package let parentColumns: [Int]
  /// The columns that can be set to NULL to remove the reference; empty if there are none.
  package let clearableColumns: [Int]

  init(columns: [Int], parent: Int, parentColumns: [Int], clearableColumns: [Int]) {
    (self.columns, self.parent) = (columns, parent)
    (self.parentColumns, self.clearableColumns) = (parentColumns, clearableColumns)
  }
}
