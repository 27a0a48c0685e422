/// A snapshot of the graph around some nodes: their dependencies, their dependents and the edges
/// between them.
public struct GraphDump: Sendable {
  /// One node of a dump.
  public struct Node: Sendable, Hashable {
    /// The node's name and the source location that created the node.
    public let reference: NodeReference
    /// The kind of the node.
    public let kind: Kind
    /// Whether the cached value is up to date. Always true for a stored node. False for a computed
    /// node if a dependency has changed since the node was last read.
    public let isUpToDate: Bool
    /// The epoch in which the value last changed. A higher number means a later change.
    public let changedAt: UInt64
  }

  /// The kind of a node.
  public enum Kind: String, Sendable, Hashable {
    case stored, computed, observer
  }

  /// Records that `dependent` has read `dependency`.
  public struct Edge: Sendable, Hashable {
    /// The ``NodeReference/id`` of the node that was read.
    public let dependency: UInt
    /// The ``NodeReference/id`` of the node or observer that read it.
    public let dependent: UInt
  }

  /// The nodes, in the order in which they were found, starting with the given nodes.
  public let nodes: [Node]
  /// The edges between these nodes.
  public let edges: [Edge]

  /// Creates a snapshot of `roots` with all their direct and indirect dependencies and dependents.
  /// The graph's lock is held during this, so other threads have to wait. Use this for debugging
  /// only.
  public init(around roots: [GraphNode]) {
    let roots = roots.map(\.observed)
    (nodes, edges) = Graph.withLock {
      var walk = DumpWalk()
      for root in roots { walk.visit(.passUnretained(root)) }
      walk.go()
      return (walk.nodes, walk.edges)
    }
  }
}

extension GraphNode {
  /// A snapshot of the graph around this node.
  public final var dump: GraphDump { GraphDump(around: [self]) }
}

/// Finds nodes by following edges in both directions, breadth-first. The graph's lock must be held,
/// because it keeps all nodes that have edges alive.
private struct DumpWalk {
  private(set) var nodes: [GraphDump.Node] = []
  private(set) var edges: [GraphDump.Edge] = []
  private var queue: [Unmanaged<GraphNode>] = []
  private var seen: Set<UInt> = []

  mutating func visit(_ node: Unmanaged<GraphNode>) {
    if seen.insert(UInt(bitPattern: node.toOpaque())).inserted { queue.append(node) }
  }

  mutating func go() {
    var next = 0
    while next < queue.count {
      queue[next]._withUnsafeGuaranteedRef { look(at: $0) }
      next += 1
    }
  }

  private mutating func look(at node: GraphNode) {
    let flags = node.flags
    let kind: GraphDump.Kind =
      flags.contains(.observer) ? .observer : flags.contains(.computed) ? .computed : .stored
    let reference = node.reference
    nodes.append(
      GraphDump.Node(
        reference: reference,
        kind: kind,
        isUpToDate: flags.isDisjoint(with: .notUpToDate),
        changedAt: node.changedAt
      )
    )
    var subscription = node.firstSubscriber
    while let edge = subscription {
      subscription = edge.pointee.nextSubscriber
      visit(edge.pointee.subscriber)
      let dependent = UInt(bitPattern: edge.pointee.subscriber.toOpaque())
      edges.append(GraphDump.Edge(dependency: reference.id, dependent: dependent))
    }
    if flags.contains(.predicate) {
      let predicates = unsafeDowncast(node, to: PredicateNode.self).predicates
      visit(.passUnretained(predicates))
      let dependent = UInt(bitPattern: Unmanaged.passUnretained(predicates).toOpaque())
      edges.append(GraphDump.Edge(dependency: reference.id, dependent: dependent))
    }
    var dependency = node.asComputed?.firstDependency
    while let edge = dependency {
      dependency = edge.pointee.nextDependency
      visit(edge.pointee.dependency)
    }
  }
}
