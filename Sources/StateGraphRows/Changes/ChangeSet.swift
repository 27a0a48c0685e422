/// The net row changes of one commit, by table: for each row the image before and the image after,
/// however often it was written in between.
package struct ChangeSet: Sendable {
  package var tables: [String: TableChanges] = [:]
  /// A table was created, dropped or altered: no row hook tells what that did.
  package var schemaChanged = false

  package init() {}

  package var isEmpty: Bool { tables.isEmpty && !schemaChanged }
}

package enum TableChanges: Sendable {
  case rows([RowChange])
  /// More rows changed than it pays to remember, in these columns alone. None came, went or got
  /// another key. What depends on one of the columns is read again.
  case updates(ColumnMask)
  /// More rows changed than it pays to remember. Everything live on the table is read again.
  case reset
}

/// One row's net change. Images hold the declared columns in declared order.
@usableFromInline
package struct RowChange: Sendable {
  package let key: RowKey
  /// Nil where the row did not exist before the transaction.
  package let old: RowImage?
  /// Nil where the row does not exist after it.
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
  /// Same storage class and same value: unlike `==`, tells 1 from 1.0.
  package func isIdentical(to other: SQLiteValue) -> Bool {
    switch (self, other) {
    case (.integer, .real), (.real, .integer): false
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    default: self == other
    }
  }
}

extension ChangeSet {
  /// Says that anything may have changed in one table.
  package static func reset(of table: String) -> ChangeSet {
    var changeSet = ChangeSet()
    changeSet.tables[table] = .reset
    return changeSet
  }
}
