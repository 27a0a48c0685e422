/// A filter that passes a value on only if it differs from the last value that the filter passed
/// on.
///
/// Nodes report only changes, so this filter is rarely needed. It removes two further cases: a
/// value that was changed and changed back inside a batch, and a change in place that results in an
/// equal value. The filter stores the last value. The next change in place therefore has to copy
/// the value.
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

  /// Returns `value`, or nil if it equals the last value that this filter returned.
  public mutating func send(value: Value) -> Value? {
    if let last, areEqual(last, value) { return nil }
    last = value
    return value
  }
}
