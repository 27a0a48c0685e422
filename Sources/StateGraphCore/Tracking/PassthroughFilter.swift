/// A filter that passes every value on to the observer, even if it equals the previous value.
public struct PassthroughFilter<Value>: GraphFilter {
  /// Creates a filter that drops no value.
  public init() {}

  /// Returns `value` unchanged, so the observer receives every value.
  public mutating func send(value: Value) -> Value? { value }
}
