import StateGraphFormats
package import StateGraphSQLite

/// A table of an import plan.
///
/// Immutable. A class, because every record uses it, and copying a struct of so many arrays would
/// cost more than their use.
package final class TablePlan: Sendable {
  package let schema: TableSchema
  /// The columns of the primary key, in key order.
  package let keyIndexes: [Int]
  /// The columns that a new row must have values for.
  package let requiredIndexes: [Int]
  /// The foreign keys, in the order of the schema.
  package let foreignKeys: [ForeignKeyPlan]
  /// What values each column takes.
  let kinds: [ColumnKind]
  /// Whether the primary key is an alias of the rowid.
  let keyIsRowID: Bool
  /// The name of the rowid in SQL; nil where the table has none, or columns have all its names.
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

  /// The column that `name` means in an input: the column of that name by SQLite's rules, or else
  /// the column of that name in snake case.
  package func columnIndex(_ name: String) -> Int? {
    columnIndexes[FoldedName.key(name)] ?? columnIndexes[Array(FoldedName.snakeCase(name).utf8)]
  }

  /// The index of the foreign key whose only column is called `name` or `name_id`.
  func reference(_ name: String) -> Int? {
    for column in [name, name + "_id", FoldedName.snakeCase(name) + "_id"] {
      guard let index = columnIndex(column) else { continue }
      let key = foreignKeys.firstIndex { $0.columns == [index] }
      if let key { return key }
    }
    return nil
  }

  /// The column that a name in a CSV header means. As in JSON, `author` means the column
  /// `author_id` of a foreign key, unless another name in the header means that column.
  func columnIndex(_ name: String, among header: [String]) -> Int? {
    if let index = columnIndex(name) { return index }
    guard let column = reference(name).map({ foreignKeys[$0].columns[0] }) else { return nil }
    return header.contains { columnIndex($0) == column } ? nil : column
  }

  /// Whether a name in a header may mean a column.
  func knows(_ name: String) -> Bool { columnIndex(name) != nil || reference(name) != nil }

  package func column(_ index: Int) -> ColumnSchema { schema.columns[index] }

  /// The cells with all but the key absent; nil where a part of the key is missing.
  func keyCells(of cells: [Cell]) -> [Cell]? {
    guard keyIndexes.allSatisfy({ cells[$0].hasValue }) else { return nil }
    var key = [Cell](repeating: .absent, count: cells.count)
    for index in keyIndexes { key[index] = cells[index] }
    return key
  }

  /// Whether a record has values for its key and nothing else.
  func isKeyOnly(_ cells: [Cell]) -> Bool {
    guard cells.count > keyIndexes.count else { return false }
    return cells.indices.allSatisfy { cells[$0].isAbsent || keyIndexes.contains($0) }
  }
}

/// A foreign key between two tables of an import plan, by indexes.
///
/// Immutable. A class, because it is passed around for every record.
package final class ForeignKeyPlan: Sendable {
  /// The columns of the foreign key.
  package let columns: [Int]
  /// The index of the referenced table in the plan.
  package let parent: Int
  /// The referenced columns, in the order of `columns`.
  package let parentColumns: [Int]
  /// The columns that can be set to NULL to remove the reference; empty where none can.
  package let clearableColumns: [Int]

  init(columns: [Int], parent: Int, parentColumns: [Int], clearableColumns: [Int]) {
    (self.columns, self.parent) = (columns, parent)
    (self.parentColumns, self.clearableColumns) = (parentColumns, clearableColumns)
  }
}
