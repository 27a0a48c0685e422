/// A place outside of the graph that stores one value, for example a key of user defaults.
///
/// To add a kind of storage, write a type that conforms to this protocol. Then write an extension
/// of ``GraphStorageBacking`` with a static function that wraps the type.
///
/// A storage handles only ``GraphStorageValue``, so it does not depend on the types of the users'
/// values.
package protocol GraphStorage: Sendable {
  /// Returns the functions with which a node reads and writes this place.
  ///
  /// All nodes that use the same place must depend on the same signal, so that all of them are
  /// notified of a change.
  ///
  /// - Parameter initial: The value that the node returns while the place contains no value, or a
  ///   value of another type. This value is not written to the place.
  func backing<Value: GraphStorable>(initial: Value) -> StoredBacking<Value>
}
