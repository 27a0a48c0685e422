package import StateGraphRows

/// The part that live queries with the same shape have in common in the router.
///
/// It consists of the table, the columns that the queries compare with constants, and the other
/// columns on which their results depend. Only the constants differ. A changed row therefore needs
/// one look-up for all these queries together.
package struct RouteTemplate: Hashable, Sendable {
  package let table: ByteText
  /// The columns that are compared for equality. Each live query has its own values for them.
  package let matchColumns: [ByteText]
  /// The columns that must be NULL, as in `deleted_at IS NULL`.
  package let nullColumns: [ByteText]
  /// The column whose value must lie in a range. Each live query has its own range.
  package let rangeColumn: RangeColumn?
  package let watchedColumns: [ByteText]

  package struct RangeColumn: Hashable, Sendable {
    package let name: ByteText
    /// The collation of the comparison, which may differ from the collation that the column
    /// declares.
    package let collation: Collation

    package init(name: String, collation: Collation) {
      self.name = ByteText(name)
      self.collation = collation
    }
  }

  package init(
    table: String,
    matchColumns: [String],
    nullColumns: [String] = [],
    rangeColumn: RangeColumn? = nil,
    watchedColumns: [String]
  ) {
    self.table = ByteText(table)
    self.matchColumns = matchColumns.map { ByteText($0) }
    self.nullColumns = nullColumns.map { ByteText($0) }
    self.rangeColumn = rangeColumn
    self.watchedColumns = watchedColumns.map { ByteText($0) }
  }
}
