package import StateGraphRows

/// The column values under which the router registers a live query.
///
/// The router finds the live query when a changed row has these values.
package struct RowRoute: Hashable, Sendable {
  package let template: RouteTemplate
  /// The values that a row must have in `template.matchColumns`, in the same order.
  package let values: [SQLiteValue]
  /// The range that must contain the value of `template.rangeColumn`.
  ///
  /// The value is nil if the template has no range column.
  package let bounds: ColumnBounds?

  package init(template: RouteTemplate, values: [SQLiteValue], bounds: ColumnBounds? = nil) {
    self.template = template
    self.values = values
    self.bounds = bounds
  }
}

extension RowRoute {
  /// Returns the routes (look-up keys) by which the router finds every row that matches a
  /// condition.
  ///
  /// Returns an empty array if the condition is never true. Returns a single route for all rows if
  /// no part of the condition can be looked up.
  ///
  /// - Parameters:
  ///   - condition: A condition on copies of the table's rows, with the declared columns.
  ///   - table: The table and its columns.
  ///   - watchedColumns: All columns on which the result of the live query depends, including those
  ///     of the condition.
  package static func routes(
    for condition: RowCondition,
    in table: TableSchema,
    watching watchedColumns: [String]
  ) -> [RowRoute] {
    let watched = Set(watchedColumns.map { ByteText($0) })
    var seen: Set<RowRoute> = []
    return LookupBranch.branches(of: condition, in: table)
      .map { $0.route(in: table, watching: watched) }
      .filter { seen.insert($0).inserted }
  }
}
