/// What the running statement will do to one row of a table if nothing interferes, so that the hook
/// need not copy what is known. It checks what can interfere.
package enum ExpectedChange {
  /// A row is inserted, with this image of the declared columns.
  case insertion(RowImage)
  /// A row gets other values in columns that are not of its key.
  case update(ExpectedUpdate)
}

/// A row before and after an UPDATE: images of the declared columns as the table stores them.
package struct ExpectedUpdate {
  let key: RowKey
  /// Of the key, as ``RowKey/keyHash`` has it.
  let hash: UInt32
  /// What the row is thought to be: the hook compares.
  let old: RowImage
  /// `old` with what the statement sets: no affinity converts it.
  package let new: RowImage

  package init(key: RowKey, hash: UInt32, old: RowImage, new: RowImage) {
    self.key = key
    self.hash = hash
    self.old = old
    self.new = new
  }
}
