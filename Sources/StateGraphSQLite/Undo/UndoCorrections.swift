/// The rows that differ from the images of a step after its statements have run, because triggers
/// have changed them.
enum UndoCorrections {
  /// Compares the changes of the transaction with the rows that should have changed.
  ///
  /// - Parameters:
  ///   - wanted: The rows that the transaction should change.
  ///   - actual: The changes that the transaction has made so far.
  ///   - schemas: The tables of the file.
  ///   - leftOut: The tables that may have changed in any way.
  /// - Returns: The rows to change, by table. Empty if the transaction has changed exactly the
  ///   wanted rows.
  /// - Throws: `.tooBig` if it is not known which rows of a table have changed.
  static func rows(
    from actual: ChangeSet,
    to wanted: [TableTargets],
    in schemas: UndoSchemas,
    leavingOut leftOut: Set<ByteText> = []
  ) throws(DatabaseError) -> [TableTargets] {
    var result: [TableTargets] = []
    for part in wanted {
      let changes = try rows(of: part.table.name, in: actual)
      let corrections = corrections(of: part, after: changes)
      if !corrections.rows.isEmpty { result.append(corrections) }
    }
    let names = leftOut.union(wanted.map { ByteText($0.table.name) })
    for name in actual.tables.keys.sorted()
    where !names.contains(name) && !LibraryTable.contains(name.string) {
      guard let table = schemas[name]?.table else { throw .tooManyRowsToUndo(name.string) }
      let untouched = TableTargets(table: table, rows: [])
      let changes = try rows(of: name.string, in: actual)
      let corrections = corrections(of: untouched, after: changes)
      if !corrections.rows.isEmpty { result.append(corrections) }
    }
    return result
  }

  /// Returns the changed rows of a table.
  ///
  /// - Throws: `.tooBig` if it is not known which rows have changed.
  static func rows(
    of table: String,
    in changeSet: ChangeSet
  ) throws(DatabaseError) -> [RowChange] {
    switch changeSet.tables[ByteText(table)] {
    case nil where !changeSet.schemaChanged: return []
    case .rows(let rows): return rows
    default: throw .tooManyRowsToUndo(table)
    }
  }

  private static func corrections(
    of part: TableTargets,
    after changes: [RowChange]
  ) -> TableTargets {
    let table = part.table
    var changed: [RowKey: RowChange] = [:]
    for change in changes { changed[change.key] = change }
    var rows: [RowTarget] = []
    for row in part.rows {
      let change = changed.removeValue(forKey: row.key)
      // A row without a change is as it was before the transaction.
      let now = change.map(\.new) ?? row.current
      if !table.isSameRow(now, as: row.target) {
        rows.append(
          RowTarget(key: row.key, current: now, target: row.target, rowID: row.rowID)
        )
      }
    }
    for change in changes where changed[change.key] != nil {
      if !table.isSameRow(change.new, as: change.old) {
        rows.append(RowTarget(key: change.key, current: change.new, target: change.old))
      }
    }
    return TableTargets(table: table, rows: rows)
  }
}
