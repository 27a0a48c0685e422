extension ChangeSet {
  /// Adds the changes of a later commit to this change set, as if both commits were one commit.
  package mutating func follow(_ later: ChangeSet) {
    schemaChanged = schemaChanged || later.schemaChanged
    // After a schema change, all query results are read again, so the row changes are not needed.
    guard !schemaChanged else { return tables = [:] }
    for (name, changes) in later.tables {
      guard let earlier = tables[name] else {
        tables[name] = changes
        continue
      }
      tables[name] = TableChanges.combine(earlier, with: changes)
    }
  }
}

extension TableChanges {
  /// Returns the net changes of two successive commits to one table.
  ///
  /// Returns nil if the later commit undoes all changes of the earlier commit.
  fileprivate static func combine(_ earlier: TableChanges, with later: TableChanges)
    -> TableChanges?
  {
    switch (earlier, later) {
    case (.rows(let first), .rows(let second)): combine(first, with: second)
    case (.reset, _), (_, .reset): .reset
    default: combineUpdates(earlier, with: later)
    }
  }

  private static func combineUpdates(
    _ earlier: TableChanges,
    with later: TableChanges
  ) -> TableChanges {
    guard var columns = earlier.updatedColumns, let more = later.updatedColumns else {
      return .reset
    }
    columns.formUnion(more)
    return .updates(columns)
  }

  /// The columns that these changes update.
  ///
  /// The value is nil if the changes include an inserted or deleted row, or if the changed columns
  /// are unknown.
  private var updatedColumns: ColumnMask? {
    switch self {
    case .reset: return nil
    case .updates(let columns): return columns
    case .rows(let rows):
      var columns: ColumnMask? = ColumnMask([])
      for row in rows {
        columns = columns?.adding(old: row.old, new: row.new, isTainted: false)
      }
      return columns
    }
  }

  private static func combine(_ earlier: [RowChange], with later: [RowChange]) -> TableChanges? {
    guard earlier.count + later.count <= RememberedRowLimit.standard.rowsPerTable else {
      return .reset
    }
    var rows = TouchedRows()
    rows.reserveCapacity(earlier.count + later.count)
    for (position, change) in (earlier + later).enumerated() {
      let hash = change.key.keyHash
      if let place = rows.place(hash, where: { $0 == change.key }) {
        rows.touch(place, new: change.new, at: position, isTainted: false)
      } else {
        rows.append(
          TouchedRows.Entry(
            key: change.key,
            hash: hash,
            old: change.old,
            new: change.new,
            touchedAt: position
          )
        )
      }
    }
    let net = rows.entries.compactMap {
      RowChange(key: $0.key, net: $0.old, $0.new, comparing: { _ in true })
    }
    return net.isEmpty ? nil : .rows(net)
  }
}
