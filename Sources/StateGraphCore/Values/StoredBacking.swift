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

  package init(
    dependency: @escaping () -> GraphNode,
    read: @escaping () -> Value,
    write: @escaping (Value) -> Void
  ) {
    self.dependency = dependency
    self.read = read
    self.write = write
  }
}
