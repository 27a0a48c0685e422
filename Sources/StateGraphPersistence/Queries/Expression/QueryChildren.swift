/// The rows of a to-many relationship in the closures of a query.
public struct QueryChildren<Child: Entity>: Sendable {
  private let path: ChildrenPath

  init(_ path: ChildrenPath) { self.path = path }

  /// Whether the relationship has a row.
  public var exists: QueryCondition { QueryValue(.exists(path, nil)) }

  /// Whether the relationship has no row.
  public var isEmpty: QueryCondition { QueryValue(.not(.exists(path, nil))) }

  /// The number of rows.
  public var count: QueryValue<Int> { QueryValue(.count(path, nil)) }

  /// Whether the condition holds for a row of the relationship.
  public func exists(where condition: (QueryRow<Child>) -> QueryCondition) -> QueryCondition {
    let inner = inner(condition)
    return QueryValue(.exists(path, inner.expression), depth: inner.depth + 1)
  }

  /// The number of rows for which the condition holds.
  public func count(where condition: (QueryRow<Child>) -> QueryCondition) -> QueryValue<Int> {
    let inner = inner(condition)
    return QueryValue(.count(path, inner.expression), depth: inner.depth + 1)
  }

  private func inner(_ condition: (QueryRow<Child>) -> QueryCondition) -> QueryCondition {
    condition(QueryRow(RowPath(depth: path.parent.depth + 1)))
  }
}
