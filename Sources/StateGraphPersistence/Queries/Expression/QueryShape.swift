import StateGraphSQLite

/// What describes a query: its condition, order, limit, offset and search.
struct QueryShape: Hashable, Sendable {
  /// Nil for all rows.
  var condition: QueryExpression?
  var ordering: [QueryOrdering.Term] = []
  var limit: Int?
  var offset: Int?
  var search: SearchText?

  /// Returns the ordering with the primary key appended. With the key, no two rows are equal in the
  /// order. SQLite and ``MemoryEvaluator`` therefore return rows in the same order, and the end of
  /// a page is unique.
  func totalOrdering(_ definition: EntityDefinition) -> [QueryOrdering.Term] {
    let keys = definition.keyColumns.indices.map { index in
      QueryOrdering.Term(expression: .column(RowPath().key(index)), direction: .ascending)
    }
    return ordering
      + keys.filter { key in
        !ordering.contains { $0.expression == key.expression }
      }
  }

  /// Whether the query has a limit or an offset.
  var isWindow: Bool { limit != nil || offset != nil }

  /// - Throws: `.misuse` for a negative limit or offset.
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
