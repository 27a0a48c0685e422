package import StateGraphRows

/// The column values under which the router registers a live query.
///
/// The router finds the live query when a changed row has these values.
package struct Route: Hashable, Sendable {
  package let template: RouteTemplate
  /// The values that a row must have in `template.matchColumns`, in the same order.
  package let values: [SQLiteValue]
  /// The range in which the value of `template.rangeColumn` must lie. Nil if there is no such
  /// column.
  package let bounds: ColumnBounds?

  package init(template: RouteTemplate, values: [SQLiteValue], bounds: ColumnBounds? = nil) {
    self.template = template
    self.values = values
    self.bounds = bounds
  }
}

extension Route {
  /// Returns routes (look-up keys of the router) that together find every row which meets a
  /// condition.
  ///
  /// Returns no route for a condition that is never true. Returns a single route for all rows if
  /// the router can look up no part of the condition.
  ///
  /// - Parameters:
  ///   - condition: A condition over images of the table's declared columns.
  ///   - table: The table and its columns.
  ///   - watchedColumns: All columns on which the result of the live query depends, including those
  ///     of the condition.
  package static func routes(
    for condition: RowCondition,
    in table: TableSchema,
    watching watchedColumns: [String]
  ) -> [Route] {
    let watched = Set(watchedColumns.map { ByteText($0) })
    var seen: Set<Route> = []
    return LookupBranch.branches(of: condition, in: table)
      .map { $0.route(in: table, watching: watched) }
      .filter { seen.insert($0).inserted }
  }
}
