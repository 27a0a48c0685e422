import StateGraphFormats
package import StateGraphSQLite

/// A table as the importer needs it: columns by number, and what a row must have.
///
/// Immutable, and a class only because every record looks at it: copying a struct of so many arrays
/// costs more than the looking.
package final class TablePlan: Sendable {
  package let schema: TableSchema
  /// The columns of the primary key, in key order.
  package let keyIndexes: [Int]
  /// The columns that a new row cannot leave out.
  package let requiredIndexes: [Int]
  /// In the order of the file's schema.
  package let foreignKeys: [ForeignKeyPlan]
  /// What each column takes.
  let kinds: [ColumnKind]
  /// Whether the one key column is the rowid itself.
  let keyIsRowID: Bool
  /// What the rowid can be called in SQL, or nil where there is none or columns hide all its names.
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

  /// The column that `name` means in an input: by SQLite's rules, else by its name in snake case.
  package func columnIndex(_ name: String) -> Int? {
    columnIndexes[FoldedName.key(name)] ?? columnIndexes[Array(FoldedName.snakeCase(name).utf8)]
  }

  /// The foreign key of one column that is called `name` or `name_id`, by its number.
  func reference(_ name: String) -> Int? {
    for column in [name, name + "_id", FoldedName.snakeCase(name) + "_id"] {
      guard let index = columnIndex(column) else { continue }
      let key = foreignKeys.firstIndex { $0.columns == [index] }
      if let key { return key }
    }
    return nil
  }

  /// The column that a field of CSV is for: `author` is that of the reference `author_id`, as in
  /// JSON, unless another field of the header is for that column.
  func columnIndex(_ name: String, among header: [String]) -> Int? {
    if let index = columnIndex(name) { return index }
    guard let column = reference(name).map({ foreignKeys[$0].columns[0] }) else { return nil }
    return header.contains { columnIndex($0) == column } ? nil : column
  }

  /// Whether a name in a header can mean a column.
  func knows(_ name: String) -> Bool { columnIndex(name) != nil || reference(name) != nil }

  package func column(_ index: Int) -> ColumnSchema { schema.columns[index] }

  /// A row that says nothing but its key, or nil where a part of the key is missing.
  func keyCells(of cells: [Cell]) -> [Cell]? {
    guard keyIndexes.allSatisfy({ cells[$0].hasValue }) else { return nil }
    var key = [Cell](repeating: .absent, count: cells.count)
    for index in keyIndexes { key[index] = cells[index] }
    return key
  }

  /// Whether a record of these columns says nothing but which row it means.
  func isKeyOnly(_ cells: [Cell]) -> Bool {
    guard cells.count > keyIndexes.count else { return false }
    return cells.indices.allSatisfy { cells[$0].isAbsent || keyIndexes.contains($0) }
  }
}

/// A foreign key between two tables of a plan, by numbers. A class, because it is handed around for
/// every record.
package final class ForeignKeyPlan: Sendable {
  /// The columns that refer.
  package let columns: [Int]
  /// The table that is referred to, as an index of the plan's tables.
  package let parent: Int
  /// The columns that are referred to, in the order of `columns`.
  package let parentColumns: [Int]
  /// The columns that can be set to NULL to refer to nothing; empty where none can.
  package let clearableColumns: [Int]

  init(columns: [Int], parent: Int, parentColumns: [Int], clearableColumns: [Int]) {
    (self.columns, self.parent) = (columns, parent)
    (self.parentColumns, self.clearableColumns) = (parentColumns, clearableColumns)
  }
}
