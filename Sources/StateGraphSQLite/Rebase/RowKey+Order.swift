extension RowKey {
  /// Returns whether this key comes after another key of the same table, in SQLite's order.
  func follows(_ other: RowKey) -> Bool {
    for (mine, others) in zip(values, other.values) {
      if mine.order(before: others) { return false }
      if others.order(before: mine) { return true }
    }
    return false
  }
}

/// A row of a file: the table and the key.
package struct RowAddress: Hashable, Sendable {
  package let table: ByteText
  package let key: RowKey

  package init(table: ByteText, key: RowKey) {
    (self.table, self.key) = (table, key)
  }
}
