package import StateGraphRows

/// The shape of a live query: which table, what its rows have in common, and which other columns
/// its result shows (its order, say).
package struct RouteTemplate: Hashable, Sendable {
  package let table: String
  /// Columns that are matched by equality, with a value for each slot.
  package let matchColumns: [String]
  /// Columns that are NULL.
  package let nullColumns: [String]
  /// A column whose values lie between bounds, which are a slot's own.
  package let rangeColumn: RangeColumn?
  package let watchedColumns: [String]

  package struct RangeColumn: Hashable, Sendable {
    package let name: String
    /// What the bounds are compared by, which need not be the column's own.
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
