/// The net row changes of one commit, by table. A row that the transaction has written several
/// times has one change, from its image before the transaction to its image after it.
package struct ChangeSet: Sendable {
  package var tables: [String: TableChanges] = [:]
  /// A table was created, dropped or altered. The row changes are then incomplete, because the
  /// preupdate hook does not report them.
  package var schemaChanged = false

  package init() {}

  package var isEmpty: Bool { tables.isEmpty && !schemaChanged }
}

package enum TableChanges: Sendable {
  case rows([RowChange])
  /// More rows were updated than ``RememberedRowLimit`` allows, and only these columns have
  /// changed. No row was inserted, deleted or given another key. Results that depend on one of the
  /// columns are read again.
  case updates(ColumnMask)
  /// Anything may have changed in the table. All live results on the table are read again.
  case reset
}

/// The net change of one row. Images have the declared columns in declared order.
@usableFromInline
package struct RowChange: Sendable {
  package let key: RowKey
  /// Nil if the row did not exist before the transaction.
  package let old: RowImage?
  /// Nil if the row does not exist after the transaction.
  package let new: RowImage?

  package init(key: RowKey, old: RowImage?, new: RowImage?) {
    self.key = key
    self.old = old
    self.new = new
  }

  /// Whether the value of a column differs between the images.
  package func changes(column index: Int) -> Bool {
    guard let old, let new else { return true }
    return !old.isIdentical(at: index, to: new)
  }
}

extension SQLiteValue {
  /// Whether both have the same storage class and value. Unlike `==`, it distinguishes 1 from 1.0.
  package func isIdentical(to other: SQLiteValue) -> Bool {
    switch (self, other) {
    case (.integer, .real), (.real, .integer): false
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    default: self == other
    }
  }
}

extension ChangeSet {
  /// A change set for one table, in which anything may have changed.
  package static func reset(of table: String) -> ChangeSet {
    var changeSet = ChangeSet()
    changeSet.tables[table] = .reset
    return changeSet
  }
}
