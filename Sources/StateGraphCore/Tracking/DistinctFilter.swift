/// Lets a value through that differs from the last one it let through.
///
/// Nodes pass on changes only, so this adds what it takes to leave out a value that was set and set
/// back inside a batch, or a change in place that came out equal. It keeps the last value, which
/// makes the next change in place copy it.
public struct DistinctFilter<Value: Sendable>: GraphFilter {
  private let areEqual: @Sendable (Value, Value) -> Bool
  private var last: Value?

  /// Makes a filter that compares by `==`.
  public init() where Value: Equatable & SendableMetatype {
    areEqual = { $0 == $1 }
  }

  /// Makes a filter that compares by `areEqual`.
  public init(by areEqual: @escaping @Sendable (Value, Value) -> Bool) {
    self.areEqual = areEqual
  }

  /// Returns `value`, or nil where it equals the last one that was returned.
  public mutating func send(value: Value) -> Value? {
    if let last, areEqual(last, value) { return nil }
    last = value
    return value
  }
}
