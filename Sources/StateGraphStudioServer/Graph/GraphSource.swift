/// The graph of an app that embeds the server. A file has none.
///
/// The methods are called on any thread. What they return contains names, places and counts, but no
/// values.
package protocol GraphSource: Sendable {
  /// A number that increases with each change of the traces.
  var changeCount: Int { get }

  /// Begins or ends the tracing of commits.
  func setTracing(_ isTracing: Bool)

  /// Returns the nodes from which a user starts, up to `limit` groups.
  func roots(limit: Int) -> ShownGraph

  /// Returns the nodes around a node, or nil if the node does not exist any more.
  func neighbours(of node: Int, depth: Int, limit: Int) -> ShownGraph?

  /// Returns the kept traces, the newest first.
  func traces() -> [ShownTrace]

  /// Returns the trace of a commit, or nil if it is not kept.
  func trace(_ number: Int) -> ShownTrace?
}

/// A place in the source code of the app.
package struct ShownPlace: Sendable {
  package let file: String
  package let line: Int

  package init(file: String, line: Int) { (self.file, self.line) = (file, line) }
}

/// A node of the app's graph, as a user sees it.
package struct ShownNode: Sendable {
  package let number: Int
  package let name: String
  package let place: ShownPlace?

  package init(number: Int, name: String, place: ShownPlace?) {
    (self.number, self.name, self.place) = (number, name, place)
  }
}

/// Nodes with the same name and place, and the edges between such groups.
package struct ShownGraph: Sendable {
  package enum Kind: String, Sendable { case stored, computed, observer }

  package struct Node: Sendable {
    /// The first of the nodes.
    package let first: ShownNode
    package let kind: Kind
    package let isUpToDate: Bool
    package let count: Int
    /// The number of steps from the centre, negative for what the centre depends on.
    package let level: Int

    package init(_ first: ShownNode, kind: Kind, isUpToDate: Bool, count: Int, level: Int) {
      (self.first, self.kind, self.isUpToDate) = (first, kind, isUpToDate)
      (self.count, self.level) = (count, level)
    }
  }

  package let nodes: [Node]
  /// The numbers of nodes and of the nodes that depend on them.
  package let edges: [(dependency: Int, dependent: Int)]
  /// The number of nodes that the limits have left out.
  package let omittedCount: Int

  package init(
    nodes: [Node],
    edges: [(dependency: Int, dependent: Int)],
    omittedCount: Int
  ) {
    (self.nodes, self.edges, self.omittedCount) = (nodes, edges, omittedCount)
  }
}
