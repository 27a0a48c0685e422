package import StateGraphRows

/// The shape that live queries share in the router: the table, the columns that are matched, and
/// the other columns on which the result depends (those of its order, for example).
package struct RouteTemplate: Hashable, Sendable {
  package let table: String
  /// Columns that are matched by equality. Each route has values of its own for them.
  package let matchColumns: [String]
  /// Columns that have to be NULL.
  package let nullColumns: [String]
  /// A column that has to lie between bounds. Each route has bounds of its own.
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
