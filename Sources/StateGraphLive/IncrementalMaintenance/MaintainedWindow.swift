public import StateGraphRows

/// The rows of a query with an order, a limit and an offset. The window is updated from changed
/// rows, so that the query does not have to run again.
///
/// The window keeps every matching row up to a bound in the order: the visible rows, and some slack
/// rows after them (see `MaintainedWindow+Slack.swift`). The changes of one commit may arrive in
/// any order. Call ``hydrate(_:)`` before anything else.
@usableFromInline
package struct MaintainedWindow<Element: Sendable>: Sendable {
  @usableFromInline
  package typealias Row = OrderedRows<Element>.Row

  @usableFromInline
  package typealias Outcome = MaintenanceOutcome

  /// The offset just after the last visible row; nil if the query has no limit.
  @usableFromInline let end: Int?
  @usableFromInline let offset: Int
  /// The number of rows to keep after the visible rows.
  @usableFromInline let slack: Int
  /// Every matching row up to the bound, including a row at the bound.
  @usableFromInline var rows: OrderedRows<Element>
  /// The image up to which the window keeps all matching rows. Nil if the window keeps every
  /// matching row. The row with this image may have been deleted since.
  @usableFromInline var bound: RowImage?

  /// - Parameters:
  ///   - order: The query's order.
  ///   - limit: The query's limit. Nil, or a negative number as in SQL, means that there is no
  ///     limit.
  ///   - offset: The number of rows that the query skips.
  ///   - slack: The number of rows to keep after the visible rows. If nil, half the limit and at
  ///     least 16.
  @inlinable
  package init(order: RowOrder, limit: Int?, offset: Int, slack: Int? = nil) {
    let offset = Swift.max(0, offset)
    let limit = limit.flatMap { $0 < 0 ? nil : $0 }
    self.offset = offset
    end = limit.flatMap { limit in
      // No row is visible, so none has to be kept.
      if limit == 0 { return 0 }
      let (end, isTooLarge) = offset.addingReportingOverflow(limit)
      return isTooLarge ? nil : end
    }
    self.slack = end == 0 ? 0 : slack ?? Self.defaultSlack(limit: limit)
    rows = OrderedRows(order)
  }

  @inlinable package var order: RowOrder { rows.order }

  /// Replaces all kept rows with rows that were just read from the file.
  ///
  /// - Parameter first: The first ``hydrationLimit`` rows of the query in order. If there are fewer
  ///   rows, the query has no others.
  @inlinable
  package mutating func hydrate(_ first: some Collection<Row>) {
    rows = OrderedRows(order, sorted: first)
    bound = nil
    if let hydrationLimit, rows.count >= hydrationLimit { bound = rows.last?.image }
  }

  /// Whether the window keeps every matching row.
  package var isComplete: Bool { bound == nil }

  /// Whether the window keeps the row with this image.
  package func contains(_ image: RowImage) -> Bool { rows.position(of: image).isPresent }

  /// Returns the kept rows for whose image `isWanted` returns true. Examines every kept row.
  package func rows(where isWanted: (RowImage) -> Bool) -> [Row] {
    rows.filter { isWanted($0.image) }
  }

  /// The rows that the query returns, between its offset and its limit. The slice does not change
  /// when the window changes. Do not use it while ``refill`` is not nil, because rows may be
  /// missing.
  @inlinable
  package var visible: RowSlice<Element> {
    RowSlice(rows, Swift.min(offset, end ?? .max)..<(end ?? .max))
  }
}
