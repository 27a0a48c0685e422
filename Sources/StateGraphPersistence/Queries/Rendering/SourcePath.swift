import StateGraphSQLite

/// The path from a changed row of another table to the query's rows that the change may affect.
struct SourcePath: Hashable, Sendable {
  /// The relationships of the `exists` conditions around the use of the other table, outermost
  /// first.
  let scopes: [ChildrenPath]
  /// The column that is compared with ``ownColumn``.
  ///
  /// It is a column of the query's rows, or of the rows of the innermost `exists` condition.
  let column: ColumnPath
  /// The name of the other table's column that is compared with ``column``.
  let ownColumn: ByteText

  /// Returns a condition for the rows of the query that are related to some rows of the other
  /// table.
  ///
  /// These rows have one of `values` in ``ownColumn``.
  func condition(_ values: [SQLiteValue]) -> QueryExpression {
    scopes.reversed().reduce(.isOneOf(.column(column), values)) { .exists($1, $0) }
  }
}
