/// Where a `@GraphStored` property keeps its value. Other modules add places.
public struct GraphStorageBacking: Sendable {
  package init() {}

  /// In memory, for as long as its owner lives. The default.
  public static var memory: GraphStorageBacking { GraphStorageBacking() }
}
