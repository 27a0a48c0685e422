/// A place outside of the graph that stores one value of any type: for example a key of user
/// defaults, or a row of a table of keys and values.
///
/// To add a kind of storage, write a conforming type and a static function that wraps it in an
/// extension of ``GraphStorageBacking``. The storage handles only ``GraphStorageValue``, and does
/// not need to know the users' types.
package protocol GraphStorage: Sendable {
  /// Returns the connection between a node and this place. Nodes with the same place must share
  /// their dependency.
  ///
  /// - Parameter initial: The value of the node while the place holds no value, or a value of
  ///   another type. It is not written.
  func backing<Value: GraphStorable>(initial: Value) -> StoredBacking<Value>
}
