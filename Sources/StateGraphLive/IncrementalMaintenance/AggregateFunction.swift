package import StateGraphRows

/// An aggregate function of SQL over the rows that match a query.
///
/// Some functions have a `RowOrder.Term`, which contains their column and collation. They ignore
/// the sort direction of the term.
package enum AggregateFunction: Hashable, Sendable {
  /// The number of rows: `count(*)`.
  case count
  /// The number of rows in which the column is not NULL: `count(x)`.
  case countOfValues(column: Int)
  /// The number of different values that are not NULL: `count(DISTINCT x)`.
  ///
  /// The term's collation decides which texts count as the same value.
  case countOfDistinctValues(RowOrder.Term)
  /// The sum of the column's values: `sum(x)`. NULL if there are no values.
  case sum(column: Int)
  /// The average of the column's values, as a real: `avg(x)`. NULL if there are no values.
  case average(column: Int)
  /// The least value of the column under the term's collation: `min(x)`. NULL is ignored.
  case minimum(RowOrder.Term)
  /// The greatest value of the column under the term's collation: `max(x)`. NULL is ignored.
  case maximum(RowOrder.Term)
  /// Whether a row matches, as the integer 0 or 1: `EXISTS`.
  case exists
}

/// The result of an aggregate function: a value, an error, or a result that only SQLite can
/// compute.
package enum AggregateResult: Sendable {
  case value(SQLiteValue)
  /// The sum of integers does not fit into 64 bits. SQLite reports an error in this case.
  case integerOverflow
  /// The function has to add texts or blobs, which only SQLite can convert to numbers.
  ///
  /// The query must run in SQLite to get the result.
  case unknown

  /// Returns whether both results are the same value or the same error.
  ///
  /// Returns false for two unknown results, because the values that SQLite computes may differ.
  func isIdentical(to other: AggregateResult) -> Bool {
    switch (self, other) {
    case (.value(let left), .value(let right)): left.isIdentical(to: right)
    case (.integerOverflow, .integerOverflow): true
    default: false
    }
  }
}
