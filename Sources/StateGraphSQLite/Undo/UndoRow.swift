/// One row that an undo or a redo changes.
struct UndoRow: Sendable {
  let key: RowKey
  /// The row as it must be before. Nil if it must not exist.
  let current: RowImage?
  /// The row as it will be. Nil if it will be deleted.
  let target: RowImage?
}

/// The rows of one table that an undo or a redo changes.
struct UndoTableRows: Sendable {
  let table: TableSchema
  var rows: [UndoRow]
}

extension UndoChanges {
  /// Returns the rows to change for a direction, by table.
  ///
  /// - Throws: `.schemaMismatch` if a table does not have the shape that it had at the time of the
  ///   step.
  func rows(
    _ direction: UndoDirection,
    in schemas: UndoSchemas
  ) throws(DatabaseError) -> [UndoTableRows] {
    var result: [UndoTableRows] = []
    for (name, changes) in sortedTables {
      guard let schema = schemas[ByteText(name)], schema.shape == changes.shape,
        changes.rows.allSatisfy({ $0.fits(schema.table) })
      else { throw .undoOfChangedTable(name) }
      let rows = changes.rows.map { change in
        switch direction {
        case .undo: UndoRow(key: change.key, current: change.new, target: change.old)
        case .redo: UndoRow(key: change.key, current: change.old, target: change.new)
        }
      }
      result.append(UndoTableRows(table: schema.table, rows: rows))
    }
    return result
  }
}

extension RowChange {
  /// Returns whether the key and the images have the numbers of columns of a table.
  ///
  /// Any program may have written the step.
  fileprivate func fits(_ table: TableSchema) -> Bool {
    let count = table.columns.count
    return key.values.count == max(table.primaryKey.count, 1)
      && old?.count ?? count == count && new?.count ?? count == count
  }
}
