public import StateGraphRows

/// The rows of a query with an order, a limit and an offset, kept from the changed rows alone.
///
/// It keeps every matching row up to a bound in the order: the visible ones, and some more as
/// slack, so that a removed row seldom has to be made up for by a read. In which order the changes
/// of a commit arrive does not matter. Hydrate it before anything else.
@usableFromInline
package struct LiveRows<Element: Sendable>: Sendable {
  @usableFromInline
  package typealias Row = OrderedRows<Element>.Row

  @usableFromInline
  package typealias Outcome = LiveOutcome

  /// Where the visible rows end; nil where all from the offset on are visible.
  @usableFromInline let end: Int?
  @usableFromInline let offset: Int
  @usableFromInline let slack: Int
  /// Every row that matches, up to the bound and with it.
  @usableFromInline var rows: OrderedRows<Element>
  /// Nil where there are no others. Its row may be gone since.
  @usableFromInline var bound: RowImage?

  /// - Parameters:
  ///   - limit: Nil, or as in SQL less than 0, for all rows.
  ///   - slack: How many rows to keep beyond the visible ones.
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
    self.slack = end == 0 ? 0 : slack ?? Swift.max(16, (limit ?? 0) / 2)
    rows = OrderedRows(order)
  }

  @inlinable package var order: RowOrder { rows.order }

  /// How many rows of the order hydration selects; nil for all.
  @inlinable
  package var hydrationLimit: Int? {
    guard let end else { return nil }
    let (sum, isTooLarge) = end.addingReportingOverflow(slack)
    return isTooLarge ? nil : sum
  }

  /// Starts afresh.
  ///
  /// - Parameter first: The first rows in order; fewer than ``hydrationLimit`` means that there are
  ///   no others.
  @inlinable
  package mutating func hydrate(_ first: some Collection<Row>) {
    rows = OrderedRows(order, sorted: first)
    bound = nil
    if let hydrationLimit, rows.count >= hydrationLimit { bound = rows.last?.image }
  }

  /// What has to be read so that the window is full, once all changes of a commit are applied: the
  /// rows that sort behind `after`, at most `count`. Nil where nothing has to be read.
  @inlinable
  package var refill: (after: RowImage, count: Int)? {
    guard let bound, let end, rows.count < end, let hydrationLimit else { return nil }
    return (bound, hydrationLimit - rows.count)
  }

  /// - Parameter next: What ``refill`` asked for; fewer rows mean that there are no others.
  @inlinable
  package mutating func refill(with next: some Collection<Row>) {
    guard let refill else { return }
    rows.append(next)
    bound = next.count < refill.count ? nil : rows.last?.image
  }

  /// Whether no row that matches is left out.
  package var isComplete: Bool { bound == nil }

  /// Whether the row is kept, whose image this is.
  package func contains(_ image: RowImage) -> Bool { rows.position(of: image).isPresent }

  /// Of all kept rows those for whose image `isWanted` holds. Looks at each.
  package func rows(where isWanted: (RowImage) -> Bool) -> [Row] {
    rows.filter { isWanted($0.image) }
  }

  /// What the user sees, which stays as it is. Not to be read while a ``refill`` is due.
  @inlinable
  package var visible: RowSlice<Element> {
    RowSlice(rows, Swift.min(offset, end ?? .max)..<(end ?? .max))
  }
}
