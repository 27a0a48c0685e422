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
    QueryValue(.exists(path, inner(condition)))
  }

  /// For how many of them the condition holds.
  public func count(where condition: (QueryRow<Child>) -> QueryCondition) -> QueryValue<Int> {
    QueryValue(.count(path, inner(condition)))
  }

  private func inner(_ condition: (QueryRow<Child>) -> QueryCondition) -> QueryExpression {
    condition(QueryRow(RowPath(depth: path.parent.depth + 1))).expression
  }
}
