package import StateGraphRows

/// Everything that live queries have in common if they differ only in their constants.
///
/// For example, the conditions `age > 5` and `age > 7` have the same template. The template
/// contains the table, the compared columns, and all other columns that affect the results. A
/// changed row needs one look-up for all queries with the same template.
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
