/// The change that the running statement will make to one row unless a trigger or another writer
/// interferes. With it the hook does not have to copy images that are already known. The hook
/// verifies the expectation.
package enum ExpectedChange {
  /// The statement inserts a row with this image of the declared columns.
  case insertion(RowImage)
  /// The statement changes columns of a row that do not belong to its key.
  case update(ExpectedUpdate)
}

/// The images of a row before and after an UPDATE, with the declared columns as the table stores
/// them.
package struct ExpectedUpdate {
  let key: RowKey
  /// The ``RowKey/keyHash`` of the key.
  let hash: UInt32
  /// The expected image before the change, which the hook compares with the row.
  let old: RowImage
  /// `old` with the values that the statement sets, which no column affinity converts.
  package let new: RowImage

  package init(key: RowKey, hash: UInt32, old: RowImage, new: RowImage) {
    self.key = key
    self.hash = hash
    self.old = old
    self.new = new
  }
}
