package import StateGraphRows

/// What live queries of the same shape have in common in the router: the table, the columns that
/// are compared with constants, and the other columns on which the result depends (those of ORDER
/// BY, for example).
package struct RouteTemplate: Hashable, Sendable {
  package let table: String
  /// Columns that are compared for equality. Each route has its own values for these columns.
  package let matchColumns: [String]
  /// Columns that must be NULL.
  package let nullColumns: [String]
  /// A column whose value must lie between bounds. Each route has its own bounds.
  package let rangeColumn: RangeColumn?
  package let watchedColumns: [String]

  package struct RangeColumn: Hashable, Sendable {
    package let name: String
    /// The collation of the comparison, which may differ from the column's declared one.
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
