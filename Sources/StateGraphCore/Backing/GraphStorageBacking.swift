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
