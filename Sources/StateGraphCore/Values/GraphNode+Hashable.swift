extension GraphNode: Hashable {
  /// Returns whether both references lead to the same node. The values of nodes are not compared.
  ///
  /// A node keeps its identity when its value changes. A node can therefore be an element of a set
  /// or a key of a dictionary.
  public static func == (one: GraphNode, other: GraphNode) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
