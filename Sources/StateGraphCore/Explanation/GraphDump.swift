/// A snapshot of some nodes and of all nodes that are connected to them through dependencies.
public struct GraphDump: Sendable {
  /// One node of a dump, without its value.
  public struct Node: Sendable, Hashable {
    /// The node's name and the source location that created the node.
    public let reference: NodeReference
    /// Whether the node is a stored node, a computed node or an observer.
    public let kind: Kind
    /// Whether the cached value is up to date. This is always true for a stored node.
    ///
    /// It is false for a computed node if a dependency may have changed since the closure last ran.
    /// It is also false if the closure is running or has never run.
    public let isUpToDate: Bool
    /// The number of the change that gave the node its value. A higher number means a later change.
    public let changedAt: UInt64
  }

  /// The kind of a node: a stored value, a computed value, or an observer of another node.
  public enum Kind: String, Sendable, Hashable {
    case stored, computed, observer
  }

  /// Records that the node or observer `dependent` has read the node `dependency`.
  public struct Edge: Sendable, Hashable {
    /// The ``NodeReference/id`` of the node that was read.
    public let dependency: UInt
    /// The ``NodeReference/id`` of the node or observer that has read the dependency.
    public let dependent: UInt
  }

  /// The nodes in the order in which they were found. The nodes passed to ``init(around:)`` come
  /// first.
  public let nodes: [Node]
  /// One edge for each dependency between two of the ``nodes``.
  public let edges: [Edge]

  /// Creates a snapshot of `roots` and of all nodes that are connected to them through
  /// dependencies.
  ///
  /// Use this for debugging only. The graph is locked until the snapshot is complete, and other
  /// threads have to wait.
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
  /// A snapshot of this node and of all nodes that are connected to it through dependencies.
  ///
  /// Use this for debugging only, because the graph is locked until the snapshot is complete.
  public final var dump: GraphDump { GraphDump(around: [self]) }
}

/// Finds all connected nodes breadth-first, by following edges in both directions.
///
/// Hold the graph's lock while you use this type. The nodes are not retained, and only their edges
/// keep them alive.
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
    // A cast to the subclass would retain the node in a debug build, and release perhaps the last
    // reference. The `deinit` of the node takes the lock.
    let address = Unmanaged.passUnretained(node).toOpaque()
    if flags.contains(.predicate) {
      let predicates = Unmanaged<PredicateNode>.fromOpaque(address)
        ._withUnsafeGuaranteedRef { $0.predicates }
      visit(.passUnretained(predicates))
      let dependent = UInt(bitPattern: Unmanaged.passUnretained(predicates).toOpaque())
      edges.append(GraphDump.Edge(dependency: reference.id, dependent: dependent))
    }
    var dependency =
      flags.contains(.computed)
      ? Unmanaged<ComputedNode>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.firstDependency }
      : nil
    while let edge = dependency {
      dependency = edge.pointee.nextDependency
      visit(edge.pointee.dependency)
    }
  }
}
