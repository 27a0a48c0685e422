package import StateGraphRows

/// A registration of a slot in the router: the rows for which the router finds it.
package struct Route: Hashable, Sendable {
  package let template: RouteTemplate
  /// The values of the template's match columns.
  package let values: [SQLiteValue]
  /// The bounds of the template's range column.
  package let bounds: ColumnBounds?

  package init(template: RouteTemplate, values: [SQLiteValue], bounds: ColumnBounds? = nil) {
    self.template = template
    self.values = values
    self.bounds = bounds
  }
}

extension Route {
  /// Routes that together find every row for which a condition holds. Empty for a condition that
  /// never holds; a single route for all rows if no part of the condition can be looked up.
  ///
  /// - Parameters:
  ///   - condition: A condition over images of the table's declared columns.
  ///   - table: The table's shape.
  ///   - watchedColumns: All columns on which the slot's result depends, including those of the
  ///     condition.
  package static func routes(
    for condition: RowCondition,
    in table: TableSchema,
    watching watchedColumns: [String]
  ) -> [Route] {
    let watched = Set(watchedColumns)
    var seen: Set<Route> = []
    return LookupBranch.branches(of: condition, in: table)
      .map { $0.route(in: table, watching: watched) }
      .filter { seen.insert($0).inserted }
  }
}
