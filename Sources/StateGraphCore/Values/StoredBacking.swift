/// The storage of a stored node's value outside of the node: for example a column, a setting or a
/// file.
///
/// The node forwards reads, sets and dependencies to the backing. Two nodes with the same backing
/// therefore behave as one.
package struct StoredBacking<Value> {
  /// Returns the node that dependents of the value depend on. The owner of the storage touches it
  /// after every change of the value.
  let dependency: () -> GraphNode
  /// Returns the value, and records the read.
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
