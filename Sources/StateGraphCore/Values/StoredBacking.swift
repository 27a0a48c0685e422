/// Where a stored node's value really lives, if not in the node: a column, a setting, a file.
///
/// The node is then a face: reads, sets and dependencies go to the backing, and two nodes over one
/// backing are the same to their users.
package struct StoredBacking<Value> {
  /// What depends on the value depends on this node. Whoever owns the truth touches it when that
  /// has changed, by whomever.
  let dependency: () -> GraphNode
  /// Returns the value, recorded as read.
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
