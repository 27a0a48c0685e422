public import StateGraphRows

// Slack rows are rows that a window keeps after its visible rows. When a visible row is deleted, a
// slack row takes the last visible place, so that no SQL statement has to run. Only a window that
// has used up its slack needs rows from the file. `refill` says which rows.

extension MaintainedWindow {
  /// How many slack rows a window keeps by default: half the limit, and at least 16.
  @inlinable
  static func defaultSlack(limit: Int?) -> Int { Swift.max(16, (limit ?? 0) / 2) }

  /// The number of rows to read for filling the window: the visible rows and the slack. Nil if all
  /// rows have to be read.
  @inlinable
  package var hydrationLimit: Int? {
    guard let end else { return nil }
    let (sum, isTooLarge) = end.addingReportingOverflow(slack)
    return isTooLarge ? nil : sum
  }

  /// The rows to read from the file after all changes of a commit are applied: at most `count` rows
  /// that sort after the image `after`. Nil if the window keeps enough rows.
  @inlinable
  package var refill: (after: RowImage, count: Int)? {
    guard let bound, let end, rows.count < end, let hydrationLimit else { return nil }
    return (bound, hydrationLimit - rows.count)
  }

  /// Appends the rows that were read because ``refill`` asked for them.
  ///
  /// - Parameter next: The rows in order. If there are fewer rows than ``refill`` asked for, the
  ///   query has no further rows.
  @inlinable
  package mutating func refill(with next: some Collection<Row>) {
    guard let refill else { return }
    rows.append(next)
    bound = next.count < refill.count ? nil : rows.last?.image
  }

  /// Drops rows if the window keeps more than twice the slack. Rows that repeatedly enter and leave
  /// the window at its end therefore cause no reads from the file.
  @inlinable
  mutating func trim() {
    guard let hydrationLimit, rows.count - hydrationLimit > slack else { return }
    rows.keepFirst(hydrationLimit)
    bound = rows.last?.image
  }
}
