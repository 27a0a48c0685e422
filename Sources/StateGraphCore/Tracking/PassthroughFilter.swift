/// A filter that passes every value on to the observer.
public struct PassthroughFilter<Value>: GraphFilter {
  /// Creates a filter that passes every value on.
  public init() {}

  /// Returns `value`.
  public mutating func send(value: Value) -> Value? { value }
}
