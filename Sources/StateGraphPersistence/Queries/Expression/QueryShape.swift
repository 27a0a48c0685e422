import StateGraphSQLite

/// The condition, order, limit, offset and search text of a query.
///
/// Live queries share one result in memory if they have equal shapes, the same entity type and the
/// same result columns.
struct QueryShape: Hashable, Sendable {
  /// The condition that every result row must match, or nil if the query has no condition.
  var condition: QueryExpression?
  var ordering: [QueryOrdering.Term] = []
  var limit: Int?
  var offset: Int?
  var search: SearchText?
  /// The entities whose keys the conditions compare.
  var compared = ComparedEntities(states: [])

  /// Returns the query's order, followed by the columns of the primary key.
  ///
  /// Two different rows are never equal in this order. SQLite and ``MemoryQuery`` therefore return
  /// rows in the same order.
  func totalOrdering(_ definition: EntityDefinition) -> [QueryOrdering.Term] {
    let keys = definition.keyColumns.indices.map { index in
      QueryOrdering.Term(expression: .column(RowPath().key(index)), direction: .ascending)
    }
    return ordering
      + keys.filter { key in
        !ordering.contains { $0.expression == key.expression }
      }
  }

  /// Whether the query has a limit or an offset, so that it may leave out matching rows.
  var isWindow: Bool { limit != nil || offset != nil }

  /// Checks that the limit and the offset are not negative.
  ///
  /// - Throws: `.misuse` if one of them is negative.
  func validate() throws(DatabaseError) {
    guard limit ?? 0 >= 0, offset ?? 0 >= 0 else {
      throw DatabaseError(
        .misuse,
        "A query has a negative limit or offset.",
        remedy: "Begin at 0; leave the limit out for all rows."
      )
    }
  }
}
