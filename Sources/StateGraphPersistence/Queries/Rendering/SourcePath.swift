import StateGraphSQLite

/// The path from rows of another table to the rows of a query.
struct SourcePath: Hashable, Sendable {
  /// The relationships of the `exists` that enclose the table, outermost first.
  let scopes: [ChildrenPath]
  /// The column of a row in the innermost scope that is equal to ``ownColumn``.
  let column: ColumnPath
  /// The column of the other table.
  let ownColumn: String

  /// A condition for the rows of the query to which rows with one of these values in ``ownColumn``
  /// lead.
  func condition(_ values: [SQLiteValue]) -> QueryExpression {
    scopes.reversed().reduce(.isOneOf(.column(column), values)) { .exists($1, $0) }
  }
}
