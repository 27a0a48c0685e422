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

  /// Returns the call of the SQL function. Sums and averages are those of ``SumFunctions``, so that
  /// a query that reads the file gives the same result as a live query.
  func sql(of value: SQL) -> SQL {
    switch self {
    case .count: "count(*)"
    case .sum: "stategraph_sum(\(value))"
    case .minimum: "min(\(value))"
    case .maximum: "max(\(value))"
    case .average: "stategraph_avg(\(value))"
    case .distinctCount: "count(DISTINCT \(value))"
    }
  }
}
