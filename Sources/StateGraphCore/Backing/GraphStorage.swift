/// The storage of one value outside of the graph, for example under a key of `UserDefaults`.
///
/// To add a kind of storage, write a type that conforms to this protocol. Then write an extension
/// of ``GraphStorageBacking`` with a static function that wraps the type.
///
/// A storage reads and writes only ``GraphStorageValue``, so it needs no code for the users' own
/// types.
package protocol GraphStorage: Sendable {
  /// Returns the functions with which a node reads and writes the stored value.
  ///
  /// If several nodes use the same storage, for example the same key, all of them must depend on
  /// the same signal. A change by one node then notifies all of them.
  ///
  /// - Parameter initial: The value that the node returns while the storage contains no value, or a
  ///   value of another type. It is not written to the storage.
  func backing<Value: GraphStorable>(initial: Value) -> StoredBacking<Value>
}

/// The storage of a `@GraphStored` property's value, for example memory or a key of `UserDefaults`.
///
/// ```swift
/// @GraphStored(backed: .userDefaults(key: "theme")) var theme: String = "light"
/// ```
///
/// Other modules add more kinds of storage in extensions of this type.
public struct GraphStorageBacking: Sendable {
  /// The storage outside of the node, or nil if the node itself stores the value in memory.
  package let storage: (any GraphStorage)?

  package init(_ storage: (any GraphStorage)? = nil) {
    self.storage = storage
  }

  /// Stores the value in memory, for as long as the object with the property exists.
  ///
  /// This is the default of `@GraphStored`.
  public static var memory: GraphStorageBacking { GraphStorageBacking() }
}
