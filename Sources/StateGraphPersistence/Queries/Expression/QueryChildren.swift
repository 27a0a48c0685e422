/// The rows of a to-many relationship in a query's closures.
public struct QueryChildren<Child: Entity>: Sendable {
  private let path: ChildrenPath

  init(_ path: ChildrenPath) { self.path = path }

  /// Whether there is one.
  public var exists: QueryCondition { QueryValue(.exists(path, nil)) }

  /// Whether there is none.
  public var isEmpty: QueryCondition { QueryValue(.not(.exists(path, nil))) }

  /// How many there are.
  public var count: QueryValue<Int> { QueryValue(.count(path, nil)) }

  /// Whether there is one for which the condition holds.
  public func exists(where condition: (QueryRow<Child>) -> QueryCondition) -> QueryCondition {
    let inner = inner(condition)
    return QueryValue(.exists(path, inner.expression), depth: inner.depth + 1)
  }

  /// For how many of them the condition holds.
  public func count(where condition: (QueryRow<Child>) -> QueryCondition) -> QueryValue<Int> {
    let inner = inner(condition)
    return QueryValue(.count(path, inner.expression), depth: inner.depth + 1)
  }

  private func inner(_ condition: (QueryRow<Child>) -> QueryCondition) -> QueryCondition {
    condition(QueryRow(RowPath(depth: path.parent.depth + 1)))
  }
}
