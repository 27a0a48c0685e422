/// The change of one row that the caller expects from the running statement.
///
/// SQLite's preupdate hook compares the real change with this one, because a trigger or another
/// writer can cause a different change. If both are equal, the hook does not copy the row. The
/// caller already has the row images, which are copies of the row's values.
package enum ExpectedChange {
  /// The statement inserts one row, whose declared columns have the values in this image.
  case insertion(RowImage)
  /// The statement updates one row and changes no column of its primary key.
  case update(ExpectedUpdate)
}

/// Copies of one row before and after an UPDATE that the caller expects. Each copy contains the
/// declared columns, with the values that the table stores.
package struct ExpectedUpdate {
  let key: RowKey
  /// The ``RowKey/keyHash`` of `key`. The caller passes it, so that the key is not hashed again.
  let hash: UInt32
  /// The row as the caller expects it before the UPDATE. The preupdate hook compares it with the
  /// real row.
  let old: RowImage
  /// The row as the caller expects it after the UPDATE. It contains the assigned values unchanged,
  /// because SQLite's type conversion for the column changes none of them.
  package let new: RowImage

  package init(key: RowKey, hash: UInt32, old: RowImage, new: RowImage) {
    self.key = key
    self.hash = hash
    self.old = old
    self.new = new
  }
}
