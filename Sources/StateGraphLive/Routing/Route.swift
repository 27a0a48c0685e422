package import StateGraphRows

/// A registration of a slot (a live query) in the router. It says for which rows the router finds
/// the slot.
package struct Route: Hashable, Sendable {
  package let template: RouteTemplate
  /// The values that the template's match columns must have.
  package let values: [SQLiteValue]
  /// The bounds in which the value of the template's range column must lie.
  package let bounds: ColumnBounds?

  package init(template: RouteTemplate, values: [SQLiteValue], bounds: ColumnBounds? = nil) {
    self.template = template
    self.values = values
    self.bounds = bounds
  }
}

extension Route {
  /// Returns routes that together find every row for which a condition holds. Returns no route for
  /// a condition that never holds. Returns a single route for all rows if the router can look up no
  /// part of the condition.
  ///
  /// - Parameters:
  ///   - condition: A condition over images of the table's declared columns.
  ///   - table: The table and its columns.
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
