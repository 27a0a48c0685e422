/// Passes a value on if it differs from the last value that it passed on.
///
/// Nodes pass on changes only. This filter also drops a value that was set and set back inside a
/// batch, and a change in place to an equal value. It keeps the last value, so the next change in
/// place has to copy the value.
public struct DistinctFilter<Value: Sendable>: GraphFilter {
  private let areEqual: @Sendable (Value, Value) -> Bool
  private var last: Value?

  /// Creates a filter that compares by `==`.
  public init() where Value: Equatable & SendableMetatype {
    areEqual = { $0 == $1 }
  }

  /// Creates a filter that compares by `areEqual`.
  public init(by areEqual: @escaping @Sendable (Value, Value) -> Bool) {
    self.areEqual = areEqual
  }

  /// Returns `value`, or nil if it equals the last returned value.
  public mutating func send(value: Value) -> Value? {
    if let last, areEqual(last, value) { return nil }
    last = value
    return value
  }
}
