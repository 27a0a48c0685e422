extension GraphNode: Hashable {
  /// Returns whether `one` and `other` are the same node. The values of the nodes are not compared.
  ///
  /// A node keeps its identity when its value changes. A node can therefore be an element of a set
  /// or a key of a dictionary.
  public static func == (one: GraphNode, other: GraphNode) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
