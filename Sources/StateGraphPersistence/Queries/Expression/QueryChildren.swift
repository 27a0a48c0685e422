/// The rows of a to-many relationship in the closures of a query, such as `$0.comments`.
public struct QueryChildren<Child: Entity>: Sendable {
  private let path: ChildrenPath
  /// The graph of the query's database. Nil for a store in memory.
  private let graph: DatabaseGraph?

  init(_ path: ChildrenPath, of graph: DatabaseGraph?) { (self.path, self.graph) = (path, graph) }

  /// A condition that is true if the relationship has at least one row.
  public var exists: QueryCondition { QueryValue(.exists(path, nil)) }

  /// A condition that is true if the relationship has no row.
  public var isEmpty: QueryCondition { QueryValue(.not(.exists(path, nil))) }

  /// The number of rows of the relationship. You can compare it, and order by it.
  public var count: QueryValue<Int> { QueryValue(.count(path, nil)) }

  /// Returns a condition that is true if at least one row of the relationship matches `condition`.
  public func exists(where condition: (QueryRow<Child>) -> QueryCondition) -> QueryCondition {
    let inner = inner(condition)
    return QueryValue(.exists(path, inner.expression), depth: inner.depth + 1)
  }

  /// Returns the number of rows of the relationship that match `condition`.
  ///
  /// You can compare the number, and order by it.
  public func count(where condition: (QueryRow<Child>) -> QueryCondition) -> QueryValue<Int> {
    let inner = inner(condition)
    return QueryValue(.count(path, inner.expression), depth: inner.depth + 1)
  }

  private func inner(_ condition: (QueryRow<Child>) -> QueryCondition) -> QueryCondition {
    condition(QueryRow(RowPath(depth: path.parent.depth + 1), of: graph))
  }
}
