/// Decides which values of a node an observer receives.
///
/// Each observer has its own copy of the filter. Only one thread uses this copy at a time.
public protocol GraphFilter<Value>: Sendable {
  associatedtype Value

  /// Returns the value that the observer receives, or nil if the observer is not to be called.
  mutating func send(value: Value) -> Value?
}
