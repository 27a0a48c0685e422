/// Stores a node's value outside of the node, for example in a database column or a setting.
///
/// Reads and assignments of the node call the functions below. Two nodes with the same storage
/// therefore behave as one node.
package struct StoredBacking<Value> {
  /// Returns the node that represents the stored value in the graph.
  ///
  /// The owner of the storage publishes a change of that node each time the stored value has
  /// changed.
  let dependency: () -> GraphNode
  /// Returns the stored value, and makes the evaluation on this thread depend on it.
  let read: () -> Value
  let write: (Value) -> Void
  /// Begins a change of the stored value in place, during which no other thread may write it. The
  /// caller calls the result to end the change. Its argument is a function that writes the value.
  let beginChange: () -> (() -> Void) -> Void

  package init(
    dependency: @escaping () -> GraphNode,
    read: @escaping () -> Value,
    write: @escaping (Value) -> Void,
    beginChange: @escaping () -> (() -> Void) -> Void = { { $0() } }
  ) {
    self.dependency = dependency
    self.read = read
    self.write = write
    self.beginChange = beginChange
  }

  /// Begins a change of the stored value in place. Returns the value, read without a dependency,
  /// and a function that stores the changed value and ends the change.
  func change() -> (Value, (Value) -> Void) {
    let finish = beginChange()
    return (withoutGraphTracking { read() }, { new in finish { write(new) } })
  }
}
