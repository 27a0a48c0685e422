public import StateGraphRows

// A window stores some extra rows after its visible rows. These extra rows are called slack. When a
// visible row is deleted, the first extra row becomes visible without an SQL statement. When no
// extra row is left, the window needs more rows from the database file. The property `refill`
// describes the needed rows.

extension MaintainedWindow {
  /// Returns the default number of extra rows to keep after the visible rows.
  ///
  /// The number is half the limit of the query, and at least 16.
  @inlinable
  static func defaultSlack(limit: Int?) -> Int { Swift.max(16, (limit ?? 0) / 2) }

  /// The number of rows that the caller must pass to ``hydrate(_:)``.
  ///
  /// The number includes the rows before the offset, the visible rows, and the extra rows. If the
  /// query has no limit, the property is nil, and the caller must pass all matching rows.
  @inlinable
  package var hydrationLimit: Int? {
    guard let end else { return nil }
    let (sum, isTooLarge) = end.addingReportingOverflow(slack)
    return isTooLarge ? nil : sum
  }

  /// The rows that the caller must read from the database file after all changes of a commit were
  /// applied.
  ///
  /// Read at most `count` rows that sort after the row `after`, and pass them to ``refill(with:)``.
  /// It is nil if the window has enough rows.
  @inlinable
  package var refill: (after: RowImage, count: Int)? {
    guard let bound, let end, rows.count < end, let hydrationLimit else { return nil }
    return (bound, hydrationLimit - rows.count)
  }

  /// Appends the rows that ``refill`` describes.
  ///
  /// - Parameter next: The rows in the order of the query. Pass fewer rows than ``refill`` requires
  ///   only if the query has no more rows.
  @inlinable
  package mutating func refill(with next: some Collection<Row>) {
    guard let refill else { return }
    rows.append(next)
    bound = next.count < refill.count ? nil : rows.last?.image
  }

  /// Removes extra rows if the window has more than twice `slack` of them.
  ///
  /// After the removal, `slack` extra rows are left. With a lower threshold, alternating insertions
  /// and deletions could cause repeated reads from the file.
  @inlinable
  mutating func trim() {
    guard let hydrationLimit, rows.count - hydrationLimit > slack else { return }
    rows.keepFirst(hydrationLimit)
    bound = rows.last?.image
  }
}
