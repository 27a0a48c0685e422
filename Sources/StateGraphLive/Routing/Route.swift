package import StateGraphRows

/// Where the router finds a slot.
package struct Route: Hashable, Sendable {
  package let template: RouteTemplate
  /// Of the template's match columns.
  package let values: [SQLiteValue]
  /// Of its range column.
  package let bounds: RouteBounds?

  package init(template: RouteTemplate, values: [SQLiteValue], bounds: RouteBounds? = nil) {
    self.template = template
    self.values = values
    self.bounds = bounds
  }
}

extension Route {
  /// The routes by which every row is found for which the condition holds: none where it never
  /// does, and where nothing in it can be looked up the one for all rows.
  ///
  /// - Parameters:
  ///   - condition: Over images of the table's declared columns.
  ///   - watchedColumns: All columns of which the slot's result depends, those in the condition
  ///     too.
  package static func routes(
    for condition: RowCondition,
    in table: TableSchema,
    watching watchedColumns: [String]
  ) -> [Route] {
    let watched = Set(watchedColumns)
    var seen: Set<Route> = []
    return RouteBranch.branches(of: condition, in: table)
      .map { $0.route(in: table, watching: watched) }
      .filter { seen.insert($0).inserted }
  }
}
