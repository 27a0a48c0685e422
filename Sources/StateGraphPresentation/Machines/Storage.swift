/// A variable in which a machine keeps its state, such as a property of an object or a node of the
/// graph.
///
/// While the machine runs, only the machine's actor accesses the variable.
public protocol Storage<Value> {
  /// The type of the machine's state.
  associatedtype Value
  /// The state of the machine. The machine sets it in each transition.
  var value: Value { get nonmutating set }
}
