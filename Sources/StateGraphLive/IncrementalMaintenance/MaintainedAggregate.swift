package import StateGraphRows

/// The result of an aggregate function, such as `sum(x)`, over the rows of a query.
///
/// Each changed row updates the result, so the query does not have to run again. Call a `hydrate`
/// method first to load the matching rows.
package struct MaintainedAggregate: Sendable {
  package let function: AggregateFunction
  private let key: [RowOrder.Term]
  private let slack: Int
  private var state: any AggregateState

  /// Creates an aggregate without rows. Call a `hydrate` method before you read the result.
  ///
  /// - Parameters:
  ///   - function: The aggregate function.
  ///   - key: The columns of the primary key. Rows with equal values are sorted by the key.
  ///   - slack: The number of extra rows to keep after the first row for `min`, `max` and EXISTS.
  package init(_ function: AggregateFunction, key: [RowOrder.Term], slack: Int = 15) {
    (self.function, self.key, self.slack) = (function, key, slack)
    state = MaintainedAggregate.state(function, key: key, slack: slack)
  }

  private static func state(
    _ function: AggregateFunction,
    key: [RowOrder.Term],
    slack: Int
  ) -> any AggregateState {
    switch function {
    case .minimum(let term): FirstRow(term.directed(descending: false), key: key, slack: slack)
    case .maximum(let term): FirstRow(term.directed(descending: true), key: key, slack: slack)
    case .exists: FirstRow(nil, key: key, slack: slack)
    default: function.stateOfAllRows
    }
  }

  /// The rows that the caller must read from SQLite and pass to ``hydrate(_:)``.
  ///
  /// Read the first `limit` rows in `order`, without the rows in which the aggregated column is
  /// NULL. If this property is nil, ``hydrate(_:)`` needs all matching rows, in any order.
  package var hydration: (order: RowOrder, limit: Int)? {
    guard let rows = (state as? FirstRow)?.rows, let limit = rows.hydrationLimit else { return nil }
    return (rows.order, limit)
  }

  /// Replaces all stored rows with the given rows, and computes the result from them.
  ///
  /// - Parameter images: The rows that ``hydration`` describes.
  package mutating func hydrate(_ images: some Sequence<RowImage>) {
    state = MaintainedAggregate.state(function, key: key, slack: slack)
    if var first = state as? FirstRow {
      first.rows.hydrate(images.map { OrderedRows.Row(image: $0, element: ()) })
      state = first
    } else {
      for image in images { _ = state.apply(old: nil, new: image) }
    }
  }

  /// Sets the result to a number that SQLite has counted.
  ///
  /// Has an effect only for ``AggregateFunction/count`` and
  /// ``AggregateFunction/countOfValues(column:)``. Only these two functions need no rows.
  package mutating func hydrate(count: Int) {
    guard var rows = state as? RowCount else { return }
    rows.count = count
    state = rows
  }

  /// Updates the result after the change of one row.
  ///
  /// - Parameters:
  ///   - old: The row before the change; nil if the row did not match the query.
  ///   - new: The row after the change; nil if the row does not match the query.
  package mutating func apply(old: RowImage?, new: RowImage?) -> MaintenanceOutcome {
    let before = result
    guard state.apply(old: old, new: new) else { return .inconsistent }
    // The result is not known until the missing rows are read from SQLite, so the result counts as
    // changed.
    return refill == nil && result.isIdentical(to: before) ? .unchanged : .changed
  }

  /// The rows that the caller must read from SQLite after all changes of a commit were applied, or
  /// nil if no row is missing.
  ///
  /// Read at most `count` rows that sort after the row `after`, in the order of ``hydration``. Then
  /// pass the rows to `refill(with:)`.
  package var refill: (after: RowImage, count: Int)? { (state as? FirstRow)?.rows.refill }

  package mutating func refill(with images: some Sequence<RowImage>) {
    guard var first = state as? FirstRow else { return }
    first.rows.refill(with: images.map { OrderedRows.Row(image: $0, element: ()) })
    state = first
  }

  /// The current result of the aggregate function.
  ///
  /// Do not read the result while ``refill`` is not nil, because rows are missing.
  package var result: AggregateResult { state.result }
}

extension AggregateFunction {
  /// A new, empty ``AggregateState`` for this function, to which the caller then adds all matching
  /// rows.
  ///
  /// After a change, such a state never needs more rows from SQLite. It can need more memory than
  /// ``FirstRow``, which stores only the first few rows.
  var stateOfAllRows: any AggregateState {
    switch self {
    case .count: RowCount(column: nil, isExistence: false)
    case .exists: RowCount(column: nil, isExistence: true)
    case .countOfValues(let column): RowCount(column: column, isExistence: false)
    case .countOfDistinctValues(let term): ValueCounts(term, isCount: true)
    case .sum(let column): RunningSum(column, isAverage: false)
    case .average(let column): RunningSum(column, isAverage: true)
    case .minimum(let term): ValueCounts(term.directed(descending: false))
    case .maximum(let term): ValueCounts(term.directed(descending: true))
    }
  }
}
