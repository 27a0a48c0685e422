import StateGraphSQLite

extension QueryAggregate {
  /// Returns the SQL that calls the aggregate function for `value`. Sums and averages call the
  /// functions of ``SumFunctions``, so that a query that reads the file returns the same result as
  /// a live query.
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
