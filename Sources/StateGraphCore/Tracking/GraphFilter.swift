/// Decides which values of a node an observer receives.
///
/// Each observer has its own copy of the filter, so a filter can store earlier values. Only one
/// thread uses a copy at a time, so a filter needs no lock.
public protocol GraphFilter<Value>: Sendable {
  associatedtype Value

  /// Returns the value that is passed to the observer, or nil if the observer is not to be called.
  mutating func send(value: Value) -> Value?
}

/// A filter that passes every value on to the observer, even if it equals the previous value.
public struct PassthroughFilter<Value>: GraphFilter {
  /// Creates a filter that drops no value.
  public init() {}

  /// Returns `value` unchanged, so the observer receives every value.
  public mutating func send(value: Value) -> Value? { value }
}

/// A filter that drops a value if the value equals the last value that the filter passed on.
///
/// Nodes report only changes, so you rarely need this filter. It helps in two cases. A batch can
/// change a value and then change it back. A change in place can result in an equal value.
///
/// The filter stores a copy of the last value. The next change in place must therefore copy the
/// value, for example all elements of an array.
public struct DistinctFilter<Value: Sendable>: GraphFilter {
  private let areEqual: @Sendable (Value, Value) -> Bool
  private var last: Value?

  /// Creates a filter that compares values with `==`, and text also by its bytes.
  public init() where Value: Equatable & SendableMetatype {
    areEqual = { ValueEquality.areSame($0, and: $1) }
  }

  /// Creates a filter that compares values with `areEqual`.
  ///
  /// `areEqual` receives the last value that was passed on, and the new value. If it returns true,
  /// the filter drops the new value.
  public init(by areEqual: @escaping @Sendable (Value, Value) -> Bool) {
    self.areEqual = areEqual
  }

  /// Returns `value`, or nil if `value` equals the last value that this filter returned.
  public mutating func send(value: Value) -> Value? {
    if let last, areEqual(last, value) { return nil }
    last = value
    return value
  }
}
