/// Where a machine keeps its state.
///
/// The machine uses it on its own actor only.
public protocol Storage<Value> {
  /// The type of the state.
  associatedtype Value
  /// The state.
  var value: Value { get nonmutating set }
}
