/// The state of a row in the open transaction.
package enum UncommittedImage {
  /// The row has its committed image.
  case untouched
  /// The image of the row's declared columns.
  case image(RowImage)
  /// The row may have been deleted, or only the file has its values.
  case unknown
}

/// The state that a row had when the open transaction began, for a row that the transaction has
/// touched.
package enum UncommittedChange: Sendable {
  /// The row did not exist.
  case inserted
  /// The row existed with this image. It may have been deleted since.
  case existed(RowImage)
  /// More rows have changed than the transaction remembers.
  case unknown
}
