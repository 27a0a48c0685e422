/// A variable in which a machine keeps its state.
///
/// Only the machine's actor accesses it while the machine runs.
public protocol Storage<Value> {
  /// The type of the state.
  associatedtype Value
  /// The state.
  var value: Value { get nonmutating set }
}
