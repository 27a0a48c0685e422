/// Decides which of a node's values an observer is given.
///
/// Each observer has its own copy, used by one thread at a time.
public protocol GraphFilter<Value>: Sendable {
  associatedtype Value

  /// Returns what the observer is to be given for `value`, or nil for nothing.
  mutating func send(value: Value) -> Value?
}
