import StateGraphSQLite

extension QueryExpression {
  /// Holds where one of both conditions holds; nil stands for no condition at all.
  static func either(_ left: QueryExpression?, _ right: QueryExpression?) -> QueryExpression? {
    guard let left, let right else { return left ?? right }
    return .or(left, right)
  }

  /// Holds for the rows whose key is one of `keys`, which is not empty.
  static func isOneOf(_ keys: some Collection<RowKey>, _ definition: EntityDefinition) -> Self {
    let path = RowPath()
    if definition.keyColumns.count == 1 {
      return .isOneOf(.column(path.key(0)), keys.map(\.first))
    }
    let conditions = keys.map { QueryExpression.isRow(path, $0) }
    return conditions.dropFirst().reduce(conditions[0]) { .or($0, $1) }
  }
}
