import StateGraphNormalization
public import StateGraphSQLite

/// One group of rows, as the closure of ``QueryGroups/having(_:)`` receives it.
///
/// The properties and methods return values that SQLite computes from the rows of the group.
public struct QueryGroup<Element: Entity, Key>: Sendable {
  let row: QueryRow<Element>

  /// The number of rows in the group.
  public var count: QueryValue<Int> { QueryValue(.aggregate(.count)) }

  /// Returns the sum of a value in the group, ignoring nil. The sum is nil if no row has a value.
  public func sum<Value: QueryNumber>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) -> QueryValue<Value.Sum?> {
    QueryValue(.aggregate(.sum(value(row).expression)))
  }

  /// Returns the arithmetic mean of a value in the group, ignoring nil. The mean is nil if no row
  /// has a value.
  public func average(
    _ value: (QueryRow<Element>) -> QueryValue<some QueryNumber>
  ) -> QueryValue<Double?> {
    QueryValue(.aggregate(.average(value(row).expression)))
  }

  /// Returns the least value in the group, ignoring nil.
  public func min<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) -> QueryValue<Value?> where Value.QueryComparison == ComparedByValue {
    let least = QueryExpression.aggregate(.minimum(value(row).expression))
    return QueryValue(least.compared(as: Value.self))
  }

  /// Returns the greatest value in the group, ignoring nil.
  public func max<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) -> QueryValue<Value?> where Value.QueryComparison == ComparedByValue {
    let greatest = QueryExpression.aggregate(.maximum(value(row).expression))
    return QueryValue(greatest.compared(as: Value.self))
  }

  /// Returns the number of different values in the group. Nil is not counted.
  public func distinctCount<Value: Bindable>(
    _ value: (QueryRow<Element>) -> QueryValue<Value>
  ) -> QueryValue<Int> where Value.QueryComparison == ComparedByValue {
    QueryValue(.aggregate(.distinctCount(value(row).expression)))
  }
}

extension QueryGroup where Key: Bindable {
  /// The value by which the rows are grouped.
  public var key: QueryValue<Key> { QueryValue(QueryExpression.groupKey.compared(as: Key.self)) }
}
