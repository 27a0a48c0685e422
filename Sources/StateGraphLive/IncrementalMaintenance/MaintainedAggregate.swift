package import StateGraphRows

/// The result of an aggregate function over the rows of a query. It is updated from changed rows,
/// so that the query does not have to run again. Call a `hydrate` method before anything else.
package struct MaintainedAggregate: Sendable {
  package let function: AggregateFunction
  private let key: [RowOrder.Term]
  private let slack: Int
  private var state: any AggregateState

  /// - Parameters:
  ///   - function: The aggregate function.
  ///   - key: The columns of the primary key, which order rows with equal values.
  ///   - slack: The number of rows to keep after the first row for `min`, `max` and EXISTS.
  package init(_ function: AggregateFunction, key: [RowOrder.Term], slack: Int = 15) {
    (self.function, self.key, self.slack) = (function, key, slack)
    state = MaintainedAggregate.state(function, key, slack)
  }

  private static func state(
    _ function: AggregateFunction,
    _ key: [RowOrder.Term],
    _ slack: Int
  ) -> any AggregateState {
    switch function {
    case .minimum(let term): FirstRow(term.directed(descending: false), key: key, slack: slack)
    case .maximum(let term): FirstRow(term.directed(descending: true), key: key, slack: slack)
    case .exists: FirstRow(nil, key: key, slack: slack)
    default: function.stateOfAllRows
    }
  }

  /// The rows that ``hydrate(_:)`` needs: the first `limit` rows in the order, without rows whose
  /// value is NULL. Nil if it needs all matching rows, in any order.
  package var hydration: (order: RowOrder, limit: Int)? {
    guard let rows = (state as? FirstRow)?.rows, let limit = rows.hydrationLimit else { return nil }
    return (rows.order, limit)
  }

  /// Replaces the state with a state that is computed from the given rows.
  ///
  /// - Parameter images: The rows that ``hydration`` describes.
  package mutating func hydrate(_ images: some Sequence<RowImage>) {
    state = MaintainedAggregate.state(function, key, slack)
    if var first = state as? FirstRow {
      first.rows.hydrate(images.map { OrderedRows.Row(image: $0, element: ()) })
      state = first
    } else {
      for image in images { _ = state.apply(old: nil, new: image) }
    }
  }

  /// Replaces the state with a number of rows or values that SQLite has counted. Only for
  /// ``AggregateFunction/count`` and ``AggregateFunction/countOfValues(column:)``, which need no
  /// rows.
  package mutating func hydrate(count: Int) {
    guard var rows = state as? RowCount else { return }
    rows.count = count
    state = rows
  }

  /// Updates the state for the change of one row, as ``MaintainedWindow`` does.
  package mutating func apply(old: RowImage?, new: RowImage?) -> MaintenanceOutcome {
    let before = result
    guard state.apply(old: old, new: new) else { return .inconsistent }
    // If rows have to be read first, the result is not known yet and may have changed.
    return refill == nil && result.isIdentical(to: before) ? .unchanged : .changed
  }

  /// The rows to read, in the order of ``hydration``, after all changes of a commit are applied.
  /// Nil if no rows have to be read.
  package var refill: (after: RowImage, count: Int)? { (state as? FirstRow)?.rows.refill }

  package mutating func refill(with images: some Sequence<RowImage>) {
    guard var first = state as? FirstRow else { return }
    first.rows.refill(with: images.map { OrderedRows.Row(image: $0, element: ()) })
    state = first
  }

  /// The result of the function. Do not use it while ``refill`` is not nil, because rows are
  /// missing.
  package var result: AggregateResult { state.result }
}

extension AggregateFunction {
  /// A state that keeps what the function needs of every row, so that no row has to be read again.
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
