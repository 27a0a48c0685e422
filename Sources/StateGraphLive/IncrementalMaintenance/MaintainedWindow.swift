public import StateGraphRows

/// The sorted rows of a query between its offset and its limit, updated from changed rows.
///
/// The query does not have to run again after each change. The window stores all matching rows up
/// to the last visible row, and some extra rows after it (see `MaintainedWindow+Slack.swift`).
///
/// The changes of one commit may arrive in any order. Call ``hydrate(_:)`` first to load the rows.
@usableFromInline
package struct MaintainedWindow<Element: Sendable>: Sendable {
  @usableFromInline
  package typealias Row = OrderedRows<Element>.Row

  @usableFromInline
  package typealias Outcome = MaintenanceOutcome

  /// The query's offset plus its limit: the number of rows up to the last visible row.
  ///
  /// The value is nil if the query has no limit. 0 if the limit is 0.
  @usableFromInline let end: Int?
  @usableFromInline let offset: Int
  /// The number of extra rows to store after the visible rows. If a visible row is deleted, the
  /// first extra row becomes visible.
  @usableFromInline let slack: Int
  /// All matching rows up to `bound`, including the row at `bound`.
  @usableFromInline var rows: OrderedRows<Element>
  /// The last image (copy of a row's values) of the stored range. The window stores all matching
  /// rows that sort up to this image, including the image's own row.
  ///
  /// The value is nil if the window stores every matching row. The row of the image may have been
  /// deleted since.
  @usableFromInline var bound: RowImage?

  /// Creates a window without rows. Call ``hydrate(_:)`` before you read the rows.
  ///
  /// - Parameters:
  ///   - order: The order of the query.
  ///   - limit: The limit of the query. Nil or a negative number means that the query has no limit.
  ///   - offset: The number of rows that the query skips. A negative number counts as 0.
  ///   - slack: The number of extra rows to keep after the visible rows. The default is half the
  ///     limit, and at least 16.
  @inlinable
  package init(order: RowOrder, limit: Int?, offset: Int, slack: Int? = nil) {
    let offset = Swift.max(0, offset)
    let limit = limit.flatMap { $0 < 0 ? nil : $0 }
    self.offset = offset
    end = limit.flatMap { limit in
      // With a limit of 0 no row is visible, so the window keeps no rows.
      if limit == 0 { return 0 }
      let (end, isTooLarge) = offset.addingReportingOverflow(limit)
      return isTooLarge ? nil : end
    }
    self.slack = end == 0 ? 0 : slack ?? Self.defaultSlack(limit: limit)
    rows = OrderedRows(order)
  }

  @inlinable package var order: RowOrder { rows.order }

  /// Replaces all stored rows with rows that were just read from the database file.
  ///
  /// - Parameter first: The first ``hydrationLimit`` rows of the query, in order. Pass fewer rows
  ///   only if the query has no more rows.
  @inlinable
  package mutating func hydrate(_ first: some Collection<Row>) {
    rows = OrderedRows(order, sorted: first)
    bound = nil
    if let hydrationLimit, rows.count >= hydrationLimit { bound = rows.last?.image }
  }

  /// Whether the window stores every row that matches the query, including rows after the limit.
  package var isComplete: Bool { bound == nil }

  /// Returns whether the window stores the row with this image's ORDER BY columns and primary key.
  /// The row may be visible or not. Searches in O(log N).
  package func contains(_ image: RowImage) -> Bool { rows.position(of: image).isPresent }

  /// Returns the stored rows, visible or not, whose images satisfy `isWanted`.
  ///
  /// Calls `isWanted` for every stored row.
  package func rows(where isWanted: (RowImage) -> Bool) -> [Row] {
    rows.filter { isWanted($0.image) }
  }

  /// The rows that the query returns, between its offset and its limit.
  ///
  /// The slice is a snapshot: later changes of the window do not change it. Do not read the rows
  /// while ``refill`` is not nil, because rows may be missing.
  @inlinable
  package var visible: RowSlice<Element> {
    RowSlice(rows, range: Swift.min(offset, end ?? .max)..<(end ?? .max))
  }
}
