import StateGraphSQLite

/// The path that leads from rows of another table to the rows of a query.
struct SourcePath: Hashable, Sendable {
  /// The relationships of the `exists` conditions around the other table, outermost first.
  let scopes: [ChildrenPath]
  /// The column of a row in the innermost scope whose value equals that of ``ownColumn``.
  let column: ColumnPath
  /// The name of the column in the other table.
  let ownColumn: String

  /// Returns a condition for the rows of the query to which rows of the other table lead, if these
  /// have one of `values` in ``ownColumn``.
  func condition(_ values: [SQLiteValue]) -> QueryExpression {
    scopes.reversed().reduce(.isOneOf(.column(column), values)) { .exists($1, $0) }
  }
}
