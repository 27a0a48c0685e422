import StateGraphSQLite

extension QueryExpression {
  /// Returns a condition that is true if at least one of the conditions is true.
  ///
  /// If one of them is nil, returns the other condition.
  static func either(_ left: QueryExpression?, or right: QueryExpression?) -> QueryExpression? {
    guard let left, let right else { return left ?? right }
    return .or(left, with: right)
  }

  /// Returns a condition that holds if the value of the expression is one of `values`.
  static func isOneOf(_ expression: QueryExpression, values: [SQLiteValue]) -> Self {
    .isOneOf(expression, ListedValues(values))
  }

  /// Returns a condition for the rows whose primary key is one of `keys`. There must be at least
  /// one key.
  static func isOneOf(_ keys: some Collection<RowKey>, of definition: EntityDefinition) -> Self {
    let path = RowPath()
    if definition.keyColumns.count == 1 {
      return .isOneOf(.column(path.key(0)), values: keys.map(\.first))
    }
    let conditions = keys.map { QueryExpression.isRow(path, key: $0) }
    return conditions.dropFirst().reduce(conditions[0]) { .or($0, with: $1) }
  }
}
