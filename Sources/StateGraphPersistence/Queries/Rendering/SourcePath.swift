import StateGraphSQLite

/// How the rows of another table lead to the rows that a query runs over.
struct SourcePath: Hashable, Sendable {
  /// The relationships that an `exists` around the table runs over, from the outside.
  let scopes: [ChildrenPath]
  /// The column, of a row in the innermost of them, that has the value of ``ownColumn``.
  let column: ColumnPath
  /// The table's own column.
  let ownColumn: String

  /// Holds for the rows of the query that rows with one of those values in ``ownColumn`` lead to.
  func condition(_ values: [SQLiteValue]) -> QueryExpression {
    scopes.reversed().reduce(.isOneOf(.column(column), values)) { .exists($1, $0) }
  }
}
