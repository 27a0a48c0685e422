/// The net changes that one commit has made to rows, by table. If the transaction has written a row
/// several times, there is only one change: from the row before the transaction to the row after
/// it.
package struct ChangeSet: Sendable {
  package var tables: [String: TableChanges] = [:]
  /// Whether a table was created, dropped or altered. In this case the row changes are incomplete,
  /// because SQLite's preupdate hook does not report all of them.
  package var schemaChanged = false

  package init() {}

  package var isEmpty: Bool { tables.isEmpty && !schemaChanged }
}

package enum TableChanges: Sendable {
  case rows([RowChange])
  /// Only these columns have changed. More rows were updated than ``RememberedRowLimit`` allows, so
  /// the rows are not known. But no row was inserted or deleted, and no key has changed. Query
  /// results that depend on one of the columns must be read again.
  case updates(ColumnMask)
  /// Any row of the table may have changed. All query results that depend on the table must be read
  /// again.
  case reset
}

/// The net change of one row. `old` and `new` contain the table's columns in the order of their
/// declaration.
@usableFromInline
package struct RowChange: Sendable {
  package let key: RowKey
  /// The row before the transaction, or nil if the row did not exist.
  package let old: RowImage?
  /// The row after the transaction, or nil if the row does not exist any more.
  package let new: RowImage?

  package init(key: RowKey, old: RowImage?, new: RowImage?) {
    self.key = key
    self.old = old
    self.new = new
  }

  /// Returns whether the value of the column with this index differs between `old` and `new`.
  package func changes(column index: Int) -> Bool {
    guard let old, let new else { return true }
    return !old.isIdentical(at: index, to: new)
  }
}

extension SQLiteValue {
  /// Returns whether both values have the same storage class and the same content. Unlike `==`,
  /// this function distinguishes 1 from 1.0.
  package func isIdentical(to other: SQLiteValue) -> Bool {
    switch (self, other) {
    case (.integer, .real), (.real, .integer): false
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    default: self == other
    }
  }
}

extension ChangeSet {
  /// Creates a change set for one table, any row of which may have changed.
  package static func reset(of table: String) -> ChangeSet {
    var changeSet = ChangeSet()
    changeSet.tables[table] = .reset
    return changeSet
  }
}
