/// The current state of one row inside the open transaction, as far as it is known without a query.
package enum UncommittedImage {
  /// The transaction has not changed the row, so its committed values are current.
  case untouched
  /// The transaction has changed the row. The image contains the current values of its declared
  /// columns.
  case image(RowImage)
  /// The row may have been deleted, or its current values are not in memory. The caller must read
  /// the row with SQL.
  case unknown
}

/// The state that a row had at BEGIN, for a row that the open transaction has changed.
package enum UncommittedChange: Sendable {
  /// The row did not exist at BEGIN.
  case inserted
  /// The row existed at BEGIN with the values in this image. The transaction has updated or deleted
  /// it.
  case existed(RowImage)
  /// The state of the row at BEGIN is not known. The usual reason is that the transaction has
  /// changed more rows than are kept in memory.
  case unknown
}
