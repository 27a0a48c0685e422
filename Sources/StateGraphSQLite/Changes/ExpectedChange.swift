/// The change of one row that the running statement should make, as its caller predicts it.
///
/// SQLite's preupdate hook compares the real change with this prediction. If both match, the hook
/// does not copy the row, because the caller already has a copy. They differ, for example, if a
/// trigger has changed the row before.
package enum ExpectedChange {
  /// The statement inserts one row, whose declared columns have the values in this image.
  case insertion(RowImage)
  /// The statement updates one row and changes no column of its primary key.
  case update(ExpectedUpdate)
}

/// Copies of one row before and after an UPDATE that the caller expects.
///
/// Each copy contains the declared columns, with the values that the table stores.
package struct ExpectedUpdate {
  let key: RowKey
  /// The hash of `key` (``RowKey/keyHash``), which the caller has computed already.
  let hash: UInt32
  /// The row as the caller expects it before the UPDATE.
  ///
  /// The preupdate hook compares this copy with the real row.
  let old: RowImage
  /// The row as the caller expects it after the UPDATE.
  ///
  /// The assigned values are stored unchanged, because the column's affinity converts none of them.
  package let new: RowImage

  package init(key: RowKey, hash: UInt32, old: RowImage, new: RowImage) {
    self.key = key
    self.hash = hash
    self.old = old
    self.new = new
  }
}
