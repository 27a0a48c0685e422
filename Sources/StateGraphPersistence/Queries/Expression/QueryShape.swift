import StateGraphSQLite

/// Everything that a query says, as a value.
struct QueryShape: Hashable, Sendable {
  /// Nil for all rows.
  var condition: QueryExpression?
  var ordering: [QueryOrdering.Term] = []
  var limit: Int?
  var offset: Int?
  var search: SearchText?

  /// What the rows are ordered by in the end: the key makes every order a total one, so that the
  /// same rows come in the same order from every interpreter, and a page has one end.
  func totalOrdering(_ definition: EntityDefinition) -> [QueryOrdering.Term] {
    let keys = definition.keyColumns.indices.map { index in
      QueryOrdering.Term(expression: .column(RowPath().key(index)), direction: .ascending)
    }
    return ordering
      + keys.filter { key in
        !ordering.contains { $0.expression == key.expression }
      }
  }

  /// Whether it picks some of the rows by their place.
  var isWindow: Bool { limit != nil || offset != nil }

  /// - Throws: `.misuse` for what no row can be counted by.
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
