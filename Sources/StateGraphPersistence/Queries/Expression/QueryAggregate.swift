import StateGraphSQLite

/// An aggregate function of SQL, and the expression whose values it aggregates.
enum QueryAggregate: Hashable, Sendable {
  case count
  case sum(QueryExpression), minimum(QueryExpression), maximum(QueryExpression)
  case average(QueryExpression)
  /// The number of different values. NULL is not counted.
  case distinctCount(QueryExpression)

  var expression: QueryExpression? {
    switch self {
    case .count: nil
    case .sum(let value), .minimum(let value), .maximum(let value), .average(let value),
      .distinctCount(let value):
      value
    }
  }
}
