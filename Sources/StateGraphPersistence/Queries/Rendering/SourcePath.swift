import StateGraphSQLite

/// The path by which a changed row of another table leads to the rows of a query that it may
/// affect.
struct SourcePath: Hashable, Sendable {
  /// The relationships of the `exists` conditions that enclose the other table, outermost first.
  let scopes: [ChildrenPath]
  /// The column that is compared with ``ownColumn``. It belongs to a row of the innermost `exists`,
  /// or of the query.
  let column: ColumnPath
  /// The name of the other table's column that is compared with ``column``.
  let ownColumn: ByteText

  /// Returns a condition for the rows of the query that are related to certain rows of the other
  /// table. These are the rows that have one of `values` in ``ownColumn``.
  func condition(_ values: [SQLiteValue]) -> QueryExpression {
    scopes.reversed().reduce(.isOneOf(.column(column), values)) { .exists($1, $0) }
  }
}
