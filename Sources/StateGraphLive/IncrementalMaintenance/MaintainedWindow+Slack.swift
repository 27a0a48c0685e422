public import StateGraphRows

// Slack rows are rows that a window keeps after its visible rows. When a visible row is deleted,
// the first slack row becomes visible, and no SQL statement has to run. When all slack rows are
// used up, the window needs rows from the database file. The property `refill` describes these
// rows.

extension MaintainedWindow {
  /// Returns the default number of extra rows to keep after the visible rows.
  ///
  /// The number is half the limit of the query, and at least 16.
  @inlinable
  static func defaultSlack(limit: Int?) -> Int { Swift.max(16, (limit ?? 0) / 2) }

  /// The number of rows that ``hydrate(_:)`` needs: the visible rows, the rows before them, and the
  /// extra rows after them.
  ///
  /// Nil if the query has no limit. All matching rows must then be read.
  @inlinable
  package var hydrationLimit: Int? {
    guard let end else { return nil }
    let (sum, isTooLarge) = end.addingReportingOverflow(slack)
    return isTooLarge ? nil : sum
  }

  /// The rows that the caller must read from the database file after it has applied a complete
  /// commit.
  ///
  /// These are at most `count` rows that sort after the image `after`. Pass them to
  /// ``refill(with:)``. Nil if the window keeps enough rows.
  @inlinable
  package var refill: (after: RowImage, count: Int)? {
    guard let bound, let end, rows.count < end, let hydrationLimit else { return nil }
    return (bound, hydrationLimit - rows.count)
  }

  /// Appends the rows that ``refill`` has described.
  ///
  /// - Parameter next: The rows in the order of the query. Pass fewer rows than ``refill`` requires
  ///   only if the query has no more rows.
  @inlinable
  package mutating func refill(with next: some Collection<Row>) {
    guard let refill else { return }
    rows.append(next)
    bound = next.count < refill.count ? nil : rows.last?.image
  }

  /// Removes extra rows if the window keeps more than twice `slack` of them.
  ///
  /// The window does not remove each row above `slack` at once. Rows that repeatedly enter and
  /// leave the end of the window therefore cause no reads from the file.
  @inlinable
  mutating func trim() {
    guard let hydrationLimit, rows.count - hydrationLimit > slack else { return }
    rows.keepFirst(hydrationLimit)
    bound = rows.last?.image
  }
}
