/// Selects the values that an observer receives.
///
/// Each observer has its own copy of the filter, which one thread uses at a time.
public protocol GraphFilter<Value>: Sendable {
  associatedtype Value

  /// Returns the value for the observer, or nil if the observer is not called.
  mutating func send(value: Value) -> Value?
}
