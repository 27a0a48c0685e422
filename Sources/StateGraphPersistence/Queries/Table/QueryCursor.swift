import StateGraphSQLite

/// The position after the last row of a page. Pass it to ``Query/page(size:after:)`` to read the
/// next page.
///
/// A cursor contains those values of the page's last row by which the query is ordered.
public struct QueryCursor: Sendable, Hashable {
  let ordering: [QueryOrdering.Term]
  let values: [SQLiteValue]
}

extension QueryCursor {
  /// Returns a condition for the rows that come after the cursor in the query's order.
  ///
  /// The first order values are compared first. If they are equal, the second values are compared,
  /// and so on.
  func condition(in definition: EntityDefinition) -> QueryExpression? {
    let terms = zip(ordering, values).map { term, value in
      (term, value, isNullable: definition.isNullable(term.expression))
    }
    var behind: QueryExpression?
    for (term, value, isNullable) in terms.reversed() {
      let next = behind.map {
        QueryExpression.and(.compare(term.expression, .equal, .value(value)), with: $0)
      }
      behind = .either(term.behind(value, isNullable: isNullable), or: next)
    }
    // This condition excludes no further rows. It lets SQLite begin the scan of an index at the
    // first possible row.
    guard let (term, value, isNullable) = terms.first, let behind, terms.count > 1,
      !value.isNull, term.direction == .ascending || !isNullable
    else { return behind }
    let bound: QueryExpression.Comparison =
      term.direction == .ascending ? .greaterOrEqual : .lessOrEqual
    return .and(.compare(term.expression, bound, .value(value)), with: behind)
  }
}

extension QueryOrdering.Term {
  /// Returns a condition for the values that come after `value` in this ordering.
  ///
  /// Returns nil if no value comes after `value`. As in SQLite, NULL is less than every other
  /// value.
  fileprivate func behind(_ value: SQLiteValue, isNullable: Bool) -> QueryExpression? {
    switch (direction, value) {
    case (.ascending, .null): return .compare(expression, .notEqual, .value(.null))
    case (.ascending, _): return .compare(expression, .greater, .value(value))
    case (.descending, .null): return nil
    case (.descending, _):
      let smaller = QueryExpression.compare(expression, .less, .value(value))
      return isNullable ? .or(smaller, with: .compare(expression, .equal, .value(.null))) : smaller
    }
  }
}

extension EntityDefinition {
  fileprivate func isNullable(_ expression: QueryExpression) -> Bool {
    guard case .column(let path) = expression, path.row.hops.isEmpty else { return true }
    switch path.member {
    case .key: return false
    case .stored: return true
    case .property(let property):
      let index =
        columnIndex(of: property.path)
        ?? columnIndex(ofReference: property.path, part: property.part)
      return index.map { columns[$0].isOptional } ?? true
    }
  }
}
