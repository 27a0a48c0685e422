extension GraphNode: Hashable {
  /// Returns whether both are the same node. The values of the nodes are not compared.
  ///
  /// A node changes its value, but not its identity, so it can be an element of a set and a key of
  /// a dictionary.
  public static func == (one: GraphNode, other: GraphNode) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
