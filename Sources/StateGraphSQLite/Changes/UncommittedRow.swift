/// The current values of one row inside the open transaction, if they are known without a query.
package enum UncommittedImage {
  /// The transaction has not changed the row, so its committed values are current.
  case untouched
  /// The transaction has changed the row.
  ///
  /// The image contains the current values of its declared columns.
  case image(RowImage)
  /// The row may have been deleted, or its current values are not in memory.
  ///
  /// The caller must read the row with SQL.
  case unknown
}

/// The values of a row at BEGIN, if the open transaction has changed the row.
package enum UncommittedChange: Sendable {
  /// The row did not exist at BEGIN.
  case inserted
  /// The row existed at BEGIN with the values in this image.
  ///
  /// The transaction has updated or deleted the row.
  case existed(RowImage)
  /// The values of the row at BEGIN are not known.
  ///
  /// The usual reason is that the transaction has changed more rows than are kept in memory.
  case unknown
}
