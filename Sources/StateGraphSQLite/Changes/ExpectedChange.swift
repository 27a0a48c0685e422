/// The change that the running statement will make to one row, unless a trigger or another writer
/// interferes. The preupdate hook checks that the expected change really happens, and then need not
/// copy row images that the caller already has.
package enum ExpectedChange {
  /// The statement inserts one row. The value is the expected image of its declared columns.
  case insertion(RowImage)
  /// The statement updates one row and changes no column of its primary key.
  case update(ExpectedUpdate)
}

/// The images of one row before and after an UPDATE. An image contains the declared columns with
/// the values that the table stores.
package struct ExpectedUpdate {
  let key: RowKey
  /// The ``RowKey/keyHash`` of `key`.
  let hash: UInt32
  /// The expected image before the UPDATE. The hook compares it with the row.
  let old: RowImage
  /// The expected image after the UPDATE. It stores the assigned values as they are, because column
  /// affinity converts none of them.
  package let new: RowImage

  package init(key: RowKey, hash: UInt32, old: RowImage, new: RowImage) {
    self.key = key
    self.hash = hash
    self.old = old
    self.new = new
  }
}
