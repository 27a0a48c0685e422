/// The current state of one row inside the open transaction.
package enum UncommittedImage {
  /// The transaction has not changed the row. Its committed values are current.
  case untouched
  /// The transaction has changed the row, which now has this image of its declared columns.
  case image(RowImage)
  /// The row may have been deleted, or its current values were not remembered and have to be read
  /// with SQL.
  case unknown
}

/// The state at BEGIN of a row that the open transaction has changed.
package enum UncommittedChange: Sendable {
  /// The row did not exist at BEGIN.
  case inserted
  /// The row existed at BEGIN with this image. The transaction has updated or deleted it.
  case existed(RowImage)
  /// The transaction has changed more rows than it remembers, so the state of the row at BEGIN is
  /// not known.
  case unknown
}
