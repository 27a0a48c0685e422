import StateGraphLive
import StateGraphSQLite

extension ScalarFunction {
  /// Returns the SQL of the function with its operands.
  func sql(_ operands: [SQL]) -> SQL {
    switch self {
    case .add: "(\(operands, separator: " + "))"
    case .subtract: "(\(operands, separator: " - "))"
    case .multiply: "(\(operands, separator: " * "))"
    case .divide: "(\(operands, separator: " / "))"
    case .remainder: "(\(operands, separator: " % "))"
    case .concatenate: "(\(operands, separator: " || "))"
    case .absolute: "abs(\(operands, separator: ", "))"
    case .round: "round(\(operands, separator: ", "))"
    case .lower: "lower(\(operands, separator: ", "))"
    case .upper: "upper(\(operands, separator: ", "))"
    case .trim: "trim(\(operands, separator: ", "))"
    case .length: "length(\(operands, separator: ", "))"
    case .replace: "replace(\(operands, separator: ", "))"
    case .substring: "substr(\(operands, separator: ", "))"
    case .coalesce: "coalesce(\(operands, separator: ", "))"
    case .date: "(\(operands, separator: ", ")\(Collation.date.clause))"
    case .jsonDate: "stategraph_json_date(\(operands, separator: ", "))"
    case .jsonExtract: "json_extract(\(operands, separator: ", "))"
    }
  }
}

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
