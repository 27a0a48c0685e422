package import StateGraphRows

/// What an aggregate makes of the rows that match. A term says the column and how its text is
/// compared; its direction does not matter.
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

/// What an aggregate's value is.
package enum AggregateResult: Sendable {
  case value(SQLiteValue)
  /// SQLite's error of this name: all are integers, and their sum is none that it can hold.
  case integerOverflow
  /// Text or blobs are to be added up, and only SQLite reads them as numbers: ask it.
  case unknown

  /// Two that are unknown may differ.
  func isIdentical(to other: AggregateResult) -> Bool {
    switch (self, other) {
    case (.value(let left), .value(let right)): left.isIdentical(to: right)
    case (.integerOverflow, .integerOverflow): true
    default: false
    }
  }
}
