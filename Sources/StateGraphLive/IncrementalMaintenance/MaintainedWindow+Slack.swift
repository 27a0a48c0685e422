public import StateGraphRows

// Slack is the rows that a window keeps behind its visible rows. When a visible row is deleted, a
// slack row takes the last visible place, and no statement has to run. Only a window that has used
// up its slack needs a read, which `refill` describes.

extension MaintainedWindow {
  /// How many slack rows a window keeps by default: half the limit, and at least 16.
  @inlinable
  static func defaultSlack(limit: Int?) -> Int { Swift.max(16, (limit ?? 0) / 2) }

  /// How many rows to read for hydration: the visible rows and the slack; nil for all rows.
  @inlinable
  package var hydrationLimit: Int? {
    guard let end else { return nil }
    let (sum, isTooLarge) = end.addingReportingOverflow(slack)
    return isTooLarge ? nil : sum
  }

  /// The rows that have to be read once all changes of a commit are applied: at most `count` rows
  /// that sort behind `after`. Nil where enough rows are kept.
  @inlinable
  package var refill: (after: RowImage, count: Int)? {
    guard let bound, let end, rows.count < end, let hydrationLimit else { return nil }
    return (bound, hydrationLimit - rows.count)
  }

  /// Appends the rows that ``refill`` asked for.
  ///
  /// - Parameter next: Fewer rows than ``refill`` asked for mean that the query has no others.
  @inlinable
  package mutating func refill(with next: some Collection<Row>) {
    guard let refill else { return }
    rows.append(next)
    bound = next.count < refill.count ? nil : rows.last?.image
  }

  /// Drops rows when the window keeps more than twice the slack. Rows that repeatedly enter and
  /// leave the window at its end therefore cause no reads.
  @inlinable
  mutating func trim() {
    guard let hydrationLimit, rows.count - hydrationLimit > slack else { return }
    rows.keepFirst(hydrationLimit)
    bound = rows.last?.image
  }
}
