/// The part of the graph around some nodes, as it is at one moment: what they depend on, and what
/// depends on them.
public struct GraphDump: Sendable {
  /// One node of a dump.
  public struct Node: Sendable, Hashable {
    /// What it is called.
    public let reference: NodeReference
    /// What it is.
    public let kind: Kind
    /// Whether the kept value is up to date. True of stored nodes; false of a computed node that
    /// nobody has read since something changed.
    public let isUpToDate: Bool
    /// When its value last really changed, on the graph's own clock: a higher number is later.
    public let changedAt: UInt64
  }

  /// What a node of a dump is.
  public enum Kind: String, Sendable, Hashable {
    case stored, computed, observer
  }

  /// `dependent` has read `dependency`.
  public struct Edge: Sendable, Hashable {
    /// The ``NodeReference/id`` of the one that is read.
    public let dependency: UInt
    /// The ``NodeReference/id`` of the one that reads.
    public let dependent: UInt
  }

  /// In the order in which they were reached.
  public let nodes: [Node]
  /// Who has read whom.
  public let edges: [Edge]

  /// Takes a picture of everything that `roots` depend on and that depends on them, directly or
  /// through others. Other threads wait meanwhile; it is meant for looking, not for deciding.
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
  /// A picture of the graph around this node.
  public final var dump: GraphDump { GraphDump(around: [self]) }
}

/// Breadth first, along edges in both directions. Used under the graph's lock, which keeps every
/// node that has an edge alive.
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
