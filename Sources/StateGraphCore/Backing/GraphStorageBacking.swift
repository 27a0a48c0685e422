/// The place where a `@GraphStored` property keeps its value.
///
/// ```swift
/// @GraphStored(backed: .userDefaults(key: "theme")) var theme: String = "light"
/// ```
///
/// Other modules add places in extensions of this type.
public struct GraphStorageBacking: Sendable {
  /// The storage, or nil if the node itself stores the value.
  package let storage: (any GraphStorage)?

  package init(_ storage: (any GraphStorage)? = nil) {
    self.storage = storage
  }

  /// Storage in memory, for the lifetime of the owner. This is the default.
  public static var memory: GraphStorageBacking { GraphStorageBacking() }
}
