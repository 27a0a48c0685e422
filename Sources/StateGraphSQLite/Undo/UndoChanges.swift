/// The net changes of rows that one step of an undo log consists of.
struct UndoChanges: Sendable {
  /// The changed rows of one table.
  struct Table: Sendable {
    let name: ByteText
    /// The fingerprint of the table's columns and key at the time of the step.
    let shape: UndoTableShape
    var rows: [RowChange]
  }

  /// The tables with changed rows, in the order of their names.
  var tables: [Table] = []

  var isEmpty: Bool { tables.isEmpty }

  init() {}

  /// Creates the changes of a step from the changes of a commit.
  ///
  /// Changes of the library's own tables are left out, and those of the tables `leftOut`.
  ///
  /// - Throws: `.misuse` if the commit has changed the schema. `.tooBig` if it is not known which
  ///   rows of a table have changed, because there are too many of them or they have no key.
  init(
    _ changeSet: ChangeSet,
    in schemas: UndoSchemas,
    leavingOut leftOut: Set<ByteText> = []
  ) throws(DatabaseError) {
    guard !changeSet.schemaChanged else { throw .undoOfSchemaChange }
    for (name, changes) in changeSet.tables where !leftOut.contains(name) {
      guard let schema = schemas[name], case .rows(let rows) = changes else {
        if LibraryTable.contains(name.string) { continue }
        throw .tooManyRowsToUndo(name.string)
      }
      let isSame = { (row: RowChange) in schema.table.isSameRow(row.old, as: row.new) }
      let kept = rows.contains(where: isSame) ? rows.filter { !isSame($0) } : rows
      if !kept.isEmpty { tables.append(Table(name: name, shape: schema.shape, rows: kept)) }
    }
    sortTables()
  }

  private mutating func sortTables() {
    if tables.count > 1 { tables.sort { $0.name < $1.name } }
  }
}

// MARK: - Joining writes

extension UndoChanges {
  /// Returns the changes of this step together with those of a later write.
  ///
  /// Returns nil if the later write does not continue this step. Another write has then changed a
  /// row in between, or a table has changed, or there are too many rows.
  func joined(by later: UndoChanges, in schemas: UndoSchemas) -> UndoChanges? {
    var joined = self
    for table in later.tables {
      guard let place = joined.tables.firstIndex(where: { $0.name == table.name }) else {
        joined.tables.append(table)
        continue
      }
      let earlier = joined.tables[place]
      guard earlier.shape == table.shape, let schema = schemas[table.name]?.table,
        earlier.rows.count + table.rows.count <= RememberedRowLimit.standard.rowsPerTable,
        let rows = UndoChanges.join(earlier.rows, with: table.rows, of: schema)
      else { return nil }
      joined.tables[place].rows = rows
    }
    joined.tables.removeAll { $0.rows.isEmpty }
    joined.sortTables()
    return joined
  }

  private static func join(
    _ earlier: [RowChange],
    with later: [RowChange],
    of table: TableSchema
  ) -> [RowChange]? {
    var places: [RowKey: Int] = [:]
    for (place, change) in earlier.enumerated() { places[change.key] = place }
    var rows: [RowChange?] = earlier
    for change in later {
      guard let place = places[change.key], let first = rows[place] else {
        rows.append(change)
        continue
      }
      guard table.isSameRow(first.new, as: change.old) else { return nil }
      let isUndone = table.isSameRow(first.old, as: change.new)
      rows[place] =
        isUndone ? nil : RowChange(key: change.key, old: first.old, new: change.new)
    }
    return rows.compactMap { $0 }
  }
}

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
