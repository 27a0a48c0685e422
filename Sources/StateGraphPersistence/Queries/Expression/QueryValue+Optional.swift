import StateGraphLive
public import StateGraphSQLite

extension QueryValue {
  /// Creates the value that a function returns. `depth` is the greatest nesting depth of the
  /// operands.
  init(_ function: ScalarFunction, operands: [QueryExpression], depth: Int) {
    self.init(.function(function, operands), depth: depth + 1)
  }
}

extension QueryValue where Value: Bindable {
  /// This value as an optional value, for a comparison or a calculation with an optional value.
  ///
  /// Use this property also to select a property of a reference that may be nil.
  public var optional: QueryValue<Value?> { QueryValue<Value?>(expression, depth: depth) }

  /// Returns this value, or `fallback` in rows in which this value is nil.
  public func ifNull<Wrapped: Bindable>(_ fallback: Wrapped) -> QueryValue<Wrapped>
  where Value == Wrapped? {
    QueryValue<Wrapped>(first(.value(fallback.value)), depth: depth + 1)
  }

  /// Returns this value, or `fallback` in rows in which this value is nil.
  public func ifNull<Wrapped: Bindable>(_ fallback: QueryValue<Wrapped>) -> QueryValue<Wrapped>
  where Value == Wrapped? {
    QueryValue<Wrapped>(first(fallback.expression), depth: max(depth, fallback.depth) + 1)
  }

  /// Returns this value, or `fallback` in rows in which this value is nil. The result is nil if
  /// both are nil.
  public func ifNull<Wrapped: Bindable>(_ fallback: Self) -> Self where Value == Wrapped? {
    QueryValue(first(fallback.expression), depth: max(depth, fallback.depth) + 1)
  }

  /// Returns the first of this value and `other` that is not nil.
  private func first(_ other: QueryExpression) -> QueryExpression {
    .function(.coalesce, [expression, other]).compared(as: Value.self)
  }
}
