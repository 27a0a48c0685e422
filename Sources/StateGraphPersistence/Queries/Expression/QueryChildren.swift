public import StateGraphSQLite

/// The rows of a to-many relationship in the closures of a query, such as `$0.comments`.
///
/// ```swift
/// users.query.where { $0.posts.where { !$0.isDraft }.sum { $0.likes } >= 100 }
/// users.query.order { $0.posts.max { $0.date }.descending }
/// ```
public struct QueryChildren<Child: Entity>: Sendable {
  private let path: ChildrenPath
  /// The graph of the query's database, or nil for a store in memory.
  private let graph: DatabaseGraph?
  private let condition: QueryCondition?

  init(_ path: ChildrenPath, of graph: DatabaseGraph?, where condition: QueryCondition? = nil) {
    (self.path, self.graph, self.condition) = (path, graph, condition)
  }

  private var row: QueryRow<Child> {
    QueryRow(RowPath(depth: path.parent.depth + 1), of: graph)
  }

  /// Returns the rows of the relationship that also match `condition`.
  public func `where`(_ condition: (QueryRow<Child>) -> QueryCondition) -> QueryChildren {
    let new = condition(row)
    return QueryChildren(path, of: graph, where: self.condition.map { $0 && new } ?? new)
  }

  /// A condition that is true if the relationship has at least one row.
  public var exists: QueryCondition {
    QueryValue(.exists(path, condition?.expression), depth: depth)
  }

  /// A condition that is true if the relationship has no row.
  public var isEmpty: QueryCondition { !exists }

  /// The number of rows of the relationship. You can compare the number, and order by it.
  public var count: QueryValue<Int> { aggregate(.count, depth: 0) }

  /// Returns a condition that is true if at least one row of the relationship matches `condition`.
  public func exists(where condition: (QueryRow<Child>) -> QueryCondition) -> QueryCondition {
    self.where(condition).exists
  }

  /// Returns the number of rows of the relationship that match `condition`.
  ///
  /// You can compare the number, and order by it.
  public func count(where condition: (QueryRow<Child>) -> QueryCondition) -> QueryValue<Int> {
    self.where(condition).count
  }

  /// Returns the sum of a value over the rows, ignoring nil. The sum is nil if no row has a value.
  ///
  /// The sum is exact, and a sum of real numbers is rounded once. If a sum of integers does not fit
  /// into 64 bits, the query fails with `.tooBig`.
  public func sum<Value: QueryNumber>(
    _ value: (QueryRow<Child>) -> QueryValue<Value>
  ) -> QueryValue<Value.Sum?> {
    aggregate(value) { .sum($0) }
  }

  /// Returns the arithmetic mean of a value over the rows, ignoring nil. The mean is nil if no row
  /// has a value.
  public func average(
    _ value: (QueryRow<Child>) -> QueryValue<some QueryNumber>
  ) -> QueryValue<Double?> {
    aggregate(value) { .average($0) }
  }

  /// Returns the least value among the rows. The result is nil if there is no row.
  public func min<Value: Bindable>(
    _ value: (QueryRow<Child>) -> QueryValue<Value>
  ) -> QueryValue<Value?> where Value.QueryComparison == ComparedByValue {
    asCompared(aggregate(value) { .minimum($0) })
  }

  /// Returns the least value among the rows, ignoring nil. The result is nil if no row has a value.
  public func min<Value: Bindable>(
    _ value: (QueryRow<Child>) -> QueryValue<Value?>
  ) -> QueryValue<Value?> where Value.QueryComparison == ComparedByValue {
    asCompared(aggregate(value) { .minimum($0) })
  }

  /// Returns the greatest value among the rows. The result is nil if there is no row.
  public func max<Value: Bindable>(
    _ value: (QueryRow<Child>) -> QueryValue<Value>
  ) -> QueryValue<Value?> where Value.QueryComparison == ComparedByValue {
    asCompared(aggregate(value) { .maximum($0) })
  }

  /// Returns the greatest value among the rows, ignoring nil. The result is nil if no row has a
  /// value.
  public func max<Value: Bindable>(
    _ value: (QueryRow<Child>) -> QueryValue<Value?>
  ) -> QueryValue<Value?> where Value.QueryComparison == ComparedByValue {
    asCompared(aggregate(value) { .maximum($0) })
  }

  /// Returns the number of different values among the rows. Nil is not counted.
  public func distinctCount<Value: Bindable>(
    _ value: (QueryRow<Child>) -> QueryValue<Value>
  ) -> QueryValue<Int> where Value.QueryComparison == ComparedByValue {
    aggregate(value) { .distinctCount($0) }
  }

  /// The nesting depth of a condition on the relationship's rows. The maximum is
  /// ``QueryExpression/depthLimit``.
  private var depth: Int { condition.map { $0.depth + 1 } ?? 1 }

  private func asCompared<Value: Bindable>(_ value: QueryValue<Value>) -> QueryValue<Value> {
    QueryValue(value.expression.compared(as: Value.self), depth: value.depth)
  }

  private func aggregate<Value, Result>(
    _ value: (QueryRow<Child>) -> QueryValue<Value>,
    by aggregate: (QueryExpression) -> QueryAggregate
  ) -> QueryValue<Result> {
    let value = value(row)
    return self.aggregate(aggregate(value.expression), depth: value.depth)
  }

  private func aggregate<Result>(
    _ aggregate: QueryAggregate,
    depth valueDepth: Int
  ) -> QueryValue<Result> {
    QueryValue(
      .related(aggregate, path, condition?.expression),
      depth: Swift.max(depth, valueDepth + 1)
    )
  }
}
