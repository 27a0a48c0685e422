/// Checks that the rows that an undo or a redo has changed break no foreign key.
///
/// SQLite itself does not check them, because foreign keys are not enforced while the statements
/// run. Only references of changed rows and references to them are checked.
struct UndoReferences {
  let schemas: UndoSchemas
  let connection: Connection

  /// - Throws: `.constraint` if a row refers to a missing row.
  func require(after tables: [UndoTableRows]) throws(DatabaseError) {
    for part in tables {
      for key in part.table.foreignKeys where key.isComplete {
        for row in part.rows where row.target != nil && row.changes(key.columns, of: part.table) {
          try requireParent(of: row.key, in: part.table, by: key)
        }
      }
    }
    for part in tables {
      for child in schemas.all {
        for key in child.foreignKeys
        where key.isComplete && key.referencedTable.isSameName(as: part.table.name) {
          for row in part.rows {
            guard let old = row.current, row.changes(key.referencedColumns, of: part.table)
            else { continue }
            try requireNoOrphan(of: old, of: part.table, in: child, by: key)
          }
        }
      }
    }
  }

  private func requireParent(
    of row: RowKey,
    in child: TableSchema,
    by key: ForeignKeySchema
  ) throws(DatabaseError) {
    let orphan = try connection.firstValue(
      "\(orphans(of: key, in: child)) AND \(child.matches(row)) LIMIT 1"
    )
    if orphan != nil { throw .undoBreaksReference(from: child.name, to: key.referencedTable) }
  }

  /// Checks that no row refers to a row that has the values of `old` no longer.
  private func requireNoOrphan(
    of old: RowImage,
    of parent: TableSchema,
    in child: TableSchema,
    by key: ForeignKeySchema
  ) throws(DatabaseError) {
    let references = zip(key.columns, key.referencedColumns).map { column, referenced -> SQL in
      let value = parent.columnIndex(referenced).map { old[$0] } ?? .null
      return "child.\(column: column) = \(value)"
    }
    let orphan = try connection.firstValue(
      "\(orphans(of: key, in: child)) AND \(references, separator: " AND ") LIMIT 1"
    )
    if orphan != nil { throw .undoBreaksReference(from: child.name, to: key.referencedTable) }
  }

  /// The SELECT of the rows that refer to a missing row. As in SQLite, a reference with a NULL
  /// refers to no row.
  private func orphans(of key: ForeignKeySchema, in child: TableSchema) -> SQL {
    let isSet = key.columns.map { column -> SQL in "child.\(column: column) IS NOT NULL" }
    let isSame = zip(key.columns, key.referencedColumns).map { column, referenced -> SQL in
      "parent.\(column: referenced) = child.\(column: column)"
    }
    return """
      SELECT 1 FROM main.\(table: child.name) AS child
      WHERE \(isSet, separator: " AND ") AND NOT EXISTS (
        SELECT 1 FROM main.\(table: key.referencedTable) AS parent
        WHERE \(isSame, separator: " AND "))
      """
  }
}

extension ForeignKeySchema {
  /// Whether the key names as many referenced columns as columns. SQLite refuses to change rows
  /// with any other key.
  fileprivate var isComplete: Bool {
    !columns.isEmpty && columns.count == referencedColumns.count
  }
}

extension UndoRow {
  /// Returns whether the row appears, disappears, or changes the value of one of the columns.
  fileprivate func changes(_ names: [String], of table: TableSchema) -> Bool {
    guard let current, let target else { return true }
    return names.contains { name in
      guard let place = table.columnIndex(name) else { return true }
      return !table.isSameValue(current, target, at: place)
    }
  }
}
