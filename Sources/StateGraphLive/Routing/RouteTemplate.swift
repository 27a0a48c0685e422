package import StateGraphRows

/// The common part of live queries that differ only in their constants.
///
/// For example, the conditions `age > 5` and `age > 7` have the same template. The template
/// contains the table, the compared columns, and all other columns that affect the results. A
/// changed row needs one look-up for all queries with the same template.
package struct RouteTemplate: Hashable, Sendable {
  package let table: String
  /// The columns that are compared for equality. Each live query has its own values for them.
  package let matchColumns: [String]
  /// The columns that must be NULL, as in `deleted_at IS NULL`.
  package let nullColumns: [String]
  /// The column whose value must be in a range. Each live query has its own range.
  package let rangeColumn: RangeColumn?
  package let watchedColumns: [String]

  package struct RangeColumn: Hashable, Sendable {
    package let name: String
    /// The collation of the comparison. The column's declaration may name a different collation.
    package let collation: Collation

    package init(name: String, collation: Collation) {
      self.name = name
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
    self.table = table
    self.matchColumns = matchColumns
    self.nullColumns = nullColumns
    self.rangeColumn = rangeColumn
    self.watchedColumns = watchedColumns
  }
}
