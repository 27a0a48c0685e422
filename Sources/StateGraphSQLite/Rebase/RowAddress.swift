/// A row of a file: the table and the key.
package struct RowAddress: Hashable, Sendable {
  package let table: ByteText
  package let key: RowKey

  package init(table: ByteText, key: RowKey) {
    (self.table, self.key) = (table, key)
  }
}
