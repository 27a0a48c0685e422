/// A place outside of the graph that stores one value of any type: for example a key of user
/// defaults, or a row of a table of keys and values.
///
/// To add a kind of storage, write a type that conforms to this protocol. Then write an extension
/// of ``GraphStorageBacking`` with a static function that wraps the type. A storage only handles
/// ``GraphStorageValue`` and does not need to know the users' types.
package protocol GraphStorage: Sendable {
  /// Returns the functions by which a node reads and writes this place. All nodes that use the same
  /// place must depend on the same signal.
  ///
  /// - Parameter initial: The value that the node returns while the place contains no value, or a
  ///   value of another type. This value is not written to the place.
  func backing<Value: GraphStorable>(initial: Value) -> StoredBacking<Value>
}
