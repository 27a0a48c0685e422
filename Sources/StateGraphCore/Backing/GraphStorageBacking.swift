/// Where a `@GraphStored` property keeps its value.
///
/// ```swift
/// @GraphStored(backed: .userDefaults(key: "theme")) var theme: String = "light"
/// ```
///
/// Other modules add places by an extension that wraps their own storage.
public struct GraphStorageBacking: Sendable {
  /// What connects a node with its place, or nil where that is the node itself.
  package let storage: (any GraphStorage)?

  package init(_ storage: (any GraphStorage)? = nil) {
    self.storage = storage
  }

  /// In memory, for as long as its owner lives. The default.
  public static var memory: GraphStorageBacking { GraphStorageBacking() }
}
