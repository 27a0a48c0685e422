package import StateGraphRows

/// An aggregate over the rows that match, kept from the changed rows alone. Hydrate it before
/// anything else.
package struct LiveAggregate: Sendable {
  package let function: AggregateFunction
  private let key: [RowOrder.Term]
  private let slack: Int
  private var state: any RowAggregate

  /// - Parameters:
  ///   - key: The key's columns, for the order of rows with the same value.
  ///   - slack: How many rows beyond the first to keep for `min`, `max` and EXISTS.
  package init(_ function: AggregateFunction, key: [RowOrder.Term], slack: Int = 15) {
    (self.function, self.key, self.slack) = (function, key, slack)
    state = LiveAggregate.state(function, key, slack)
  }

  private static func state(
    _ function: AggregateFunction,
    _ key: [RowOrder.Term],
    _ slack: Int
  ) -> any RowAggregate {
    switch function {
    case .minimum(let term): FirstRow(term.directed(descending: false), key: key, slack: slack)
    case .maximum(let term): FirstRow(term.directed(descending: true), key: key, slack: slack)
    case .exists: FirstRow(nil, key: key, slack: slack)
    default: function.stateOfAllRows
    }
  }

  /// Which rows hydration needs: the first in an order, without those whose first term is NULL
  /// where that is the function's column; nil for all that match, in any order.
  package var hydration: (order: RowOrder, limit: Int)? {
    guard let rows = (state as? FirstRow)?.rows, let limit = rows.hydrationLimit else { return nil }
    return (rows.order, limit)
  }

  /// Starts afresh.
  ///
  /// - Parameter images: What ``hydration`` says.
  package mutating func hydrate(_ images: some Sequence<RowImage>) {
    state = LiveAggregate.state(function, key, slack)
    if var first = state as? FirstRow {
      first.rows.hydrate(images.map { OrderedRows.Row(image: $0, element: ()) })
      state = first
    } else {
      for image in images { _ = state.apply(old: nil, new: image) }
    }
  }

  /// Starts afresh with what SQLite counted: for ``AggregateFunction/count`` and
  /// ``AggregateFunction/countOfValues(column:)``, which need no row.
  package mutating func hydrate(count: Int) {
    guard var rows = state as? RowCount else { return }
    rows.count = count
    state = rows
  }

  /// Takes in the change of one row, as ``LiveRows`` does.
  package mutating func apply(old: RowImage?, new: RowImage?) -> LiveOutcome {
    let before = result
    guard state.apply(old: old, new: new) else { return .inconsistent }
    // A result that has to be read first may be another than the one read before.
    return refill == nil && result.isIdentical(to: before) ? .unchanged : .changed
  }

  /// As of ``LiveRows``: what has to be read, in the order of ``hydration``, once all changes of a
  /// commit are applied.
  package var refill: (after: RowImage, count: Int)? { (state as? FirstRow)?.rows.refill }

  package mutating func refill(with images: some Sequence<RowImage>) {
    guard var first = state as? FirstRow else { return }
    first.rows.refill(with: images.map { OrderedRows.Row(image: $0, element: ()) })
    state = first
  }

  /// Not to be read while a ``refill`` is due.
  package var result: AggregateResult { state.result }
}

extension AggregateFunction {
  /// What keeps all that the function needs of every row, so that nothing is ever read again.
  var stateOfAllRows: any RowAggregate {
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
