/// Where a stored node's value really lives: a column, a setting, a file.
///
/// The node keeps a copy for reading and for the graph; the backing decides what a read returns and
/// what a set does. It calls ``Stored/publish(_:)`` when the truth has changed, also when somebody
/// else changed it.
package class StoredBacking<Value>: @unchecked Sendable {
  // SAFETY: holds nothing itself; a subclass answers for what it holds.
  package init() {}

  /// What a read of the node returns.
  package func read(_ node: Stored<Value>) -> Value {
    preconditionFailure("StoredBacking is abstract: override read(_:).")
  }

  /// What a set of the node does.
  package func write(_ value: Value, to node: Stored<Value>) {
    preconditionFailure("StoredBacking is abstract: override write(_:to:).")
  }
}
