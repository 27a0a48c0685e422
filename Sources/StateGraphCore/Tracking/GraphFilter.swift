/// Decides which values of a node an observer receives.
///
/// Each observer has its own copy of the filter, so a filter can store earlier values. Only one
/// thread uses a copy at a time, so a filter needs no lock.
public protocol GraphFilter<Value>: Sendable {
  associatedtype Value

  /// Returns the value that is passed to the observer, or nil if the observer is not to be called.
  mutating func send(value: Value) -> Value?
}
