/// Lets every value through.
public struct PassthroughFilter<Value>: GraphFilter {
  /// Makes a filter that lets every value through.
  public init() {}

  /// Returns `value`.
  public mutating func send(value: Value) -> Value? { value }
}
