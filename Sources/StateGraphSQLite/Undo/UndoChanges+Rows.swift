extension UndoChanges {
  /// Returns the rows to change for a direction, by table.
  ///
  /// - Throws: `.schemaMismatch` if a table does not have the shape that it had at the time of the
  ///   step.
  func rows(
    _ direction: UndoDirection,
    in schemas: UndoSchemas
  ) throws(DatabaseError) -> [TableTargets] {
    var result: [TableTargets] = []
    for changes in tables {
      guard let schema = schemas[changes.name], schema.shape == changes.shape,
        changes.rows.allSatisfy({ $0.fits(schema.table) })
      else { throw .undoOfChangedTable(changes.name.string) }
      let rows = changes.rows.map { change in
        switch direction {
        case .undo: RowTarget(key: change.key, current: change.new, target: change.old)
        case .redo: RowTarget(key: change.key, current: change.old, target: change.new)
        }
      }
      result.append(TableTargets(table: schema.table, rows: rows))
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
