/// The net changes of one commit, grouped by table name.
///
/// If the transaction wrote a row several times, the change set has one ``RowChange`` for this row,
/// with the row's values before and after the transaction.
package struct ChangeSet: Sendable {
  package var tables: [ByteText: TableChanges] = [:]
  /// Whether the commit created, dropped or altered a table.
  ///
  /// If true, the row changes are incomplete, because SQLite's preupdate hook does not report all
  /// of them.
  package var schemaChanged = false

  package init() {}

  package var isEmpty: Bool { tables.isEmpty && !schemaChanged }

  /// Returns how the rows of a table may have changed, if the schema has not. Nil if none has.
  package func changes(of table: ByteText) -> TableChanges? {
    // Most commits change few tables. Comparing a few names is faster than hashing one.
    tables.count > 4 ? tables[table] : tables.first { $0.key == table }?.value
  }

  package func hasChanges(of table: ByteText) -> Bool { changes(of: table) != nil }
}

/// How the rows of one table changed in a commit: each row, or a summary if too many rows changed.
package enum TableChanges: Sendable {
  case rows([RowChange])
  /// Some rows were updated, but only in the given columns. The change set does not contain the
  /// rows.
  ///
  /// The reason is that more rows were updated than ``RememberedRowLimit`` allows. No row was
  /// inserted or deleted, and no key has changed. Query results that depend on one of the columns
  /// must be read again.
  case updates(ColumnMask)
  /// Any row of the table may have changed.
  ///
  /// All query results that depend on the table must be read again.
  case reset
}

/// The net change of one row in a transaction.
///
/// The row copies `old` and `new` contain the columns of the table in the declared order.
@usableFromInline
package struct RowChange: Sendable {
  package let key: RowKey
  /// The row before the transaction, or nil if the row did not exist.
  package let old: RowImage?
  /// The row after the transaction, or nil if the row was deleted.
  package let new: RowImage?

  package init(key: RowKey, old: RowImage?, new: RowImage?) {
    self.key = key
    self.old = old
    self.new = new
  }

  /// Returns whether the value of a column differs between `old` and `new`.
  ///
  /// Returns true if the row was inserted or deleted.
  package func changes(column index: Int) -> Bool {
    guard let old, let new else { return true }
    return !old.isIdentical(at: index, to: new)
  }
}

extension SQLiteValue {
  /// Returns whether both values have the same storage class and the same content.
  ///
  /// For this function, the values 1 and 1.0 differ, although they are equal by `==`.
  package func isIdentical(to other: SQLiteValue) -> Bool {
    switch (self, other) {
    case (.integer, .real), (.real, .integer): false
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    default: self == other
    }
  }
}

extension ChangeSet {
  /// Returns a change set in which any row of one table may have changed.
  package static func reset(of table: String) -> ChangeSet {
    var changeSet = ChangeSet()
    changeSet.tables[ByteText(table)] = .reset
    return changeSet
  }
}
