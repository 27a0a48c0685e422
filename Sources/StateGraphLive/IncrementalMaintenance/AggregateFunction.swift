package import StateGraphRows

/// An aggregate function over the rows that match a query. A `RowOrder.Term` gives the column and
/// its collation here. The direction of the term is ignored.
package enum AggregateFunction: Hashable, Sendable {
  /// `count(*)`
  case count
  /// `count(x)`
  case countOfValues(column: Int)
  /// `count(DISTINCT x)`
  case countOfDistinctValues(RowOrder.Term)
  /// `sum(x)`
  case sum(column: Int)
  /// `avg(x)`
  case average(column: Int)
  /// `min(x)`
  case minimum(RowOrder.Term)
  /// `max(x)`
  case maximum(RowOrder.Term)
  /// `EXISTS`: 0 or 1
  case exists
}

/// The result of an aggregate function.
package enum AggregateResult: Sendable {
  case value(SQLiteValue)
  /// The sum of integers does not fit into 64 bits, which is an error in SQLite.
  case integerOverflow
  /// The function has to add up text or blobs. Only SQLite knows how it converts them to numbers.
  case unknown

  /// Returns whether both results are the same value or the same error. Returns false for two
  /// unknown results, because they may differ.
  func isIdentical(to other: AggregateResult) -> Bool {
    switch (self, other) {
    case (.value(let left), .value(let right)): left.isIdentical(to: right)
    case (.integerOverflow, .integerOverflow): true
    default: false
    }
  }
}
