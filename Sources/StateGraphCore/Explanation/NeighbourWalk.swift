import CStateGraphThreads

/// Finds the nodes around one node breadth-first, within limits: what it depends on, and then what
/// depends on it.
///
/// Hold the graph's lock while you call ``go(from:depth:)``. The found nodes are retained, and the
/// caller must release them after the lock.
struct NeighbourWalk {
  /// A found node, or the first of several nodes with the same name and place.
  struct Found {
    let node: Unmanaged<GraphNode>
    let kind: GraphDump.Kind
    let isUpToDate: Bool
    let level: Int
    /// The index of the found node from which this one was reached, or nil for the centre.
    let parent: Int?
    var count = 1
  }

  /// An edge between two found nodes, by their indexes.
  struct Edge {
    let dependency: Int
    let dependent: Int
  }

  private(set) var found: [Found] = []
  private(set) var edges: [Edge] = []
  private(set) var omittedCount = 0

  /// The neighbours without a place of their own that are listed for each node and direction. Their
  /// names are not known under the lock, so that they cannot be grouped there.
  private static let placelessLimit = 64
  /// How many edges are followed, so that the graph is not locked for long.
  private static let edgeLimit = 65_536

  private let limit: Int
  private var edgeCount = 0
  /// The indexes of the found nodes, also of those that are only counted, by their addresses.
  private var indexes: [UnsafeMutableRawPointer: Int] = [:]

  init(limit: Int) { self.limit = limit }

  mutating func go(from centre: Unmanaged<GraphNode>, depth: Int) {
    guard add(centre, level: 0, parent: nil) else { return }
    for direction in [-1, 1] {
      var next = [0]
      for step in stride(from: 1, through: depth, by: 1) where !next.isEmpty {
        let first = found.count
        for index in next {
          expand(index, direction: direction, level: step * direction)
        }
        next = Array(first..<found.count)
      }
    }
  }

  /// Retains a node and adds it to the found ones. Returns false if the node is being deallocated.
  private mutating func add(_ node: Unmanaged<GraphNode>, level: Int, parent: Int?) -> Bool {
    guard let retained = stategraph_try_retain(node.toOpaque()) else { return false }
    let flags = node._withUnsafeGuaranteedRef(\.flags)
    indexes[node.toOpaque()] = found.count
    found.append(
      Found(
        node: .fromOpaque(retained),
        kind: flags.contains(.observer)
          ? .observer : flags.contains(.computed) ? .computed : .stored,
        isUpToDate: flags.isDisjoint(with: .notUpToDate),
        level: level,
        parent: parent
      )
    )
    return true
  }

  /// Adds the dependencies of a found node (the direction -1), or what depends on it (1).
  private mutating func expand(_ index: Int, direction: Int, level: Int) {
    var placelessCount = 0
    var groups: [Place: Int] = [:]
    let node = found[index].node
    forEachNeighbour(of: node, direction: direction) { walk, neighbour in
      walk.edgeCount += 1
      guard walk.edgeCount <= Self.edgeLimit else {
        walk.omittedCount += 1
        return
      }
      if let known = walk.indexes[neighbour.toOpaque()] {
        return walk.connect(index, to: known, direction: direction)
      }
      let place = neighbour._withUnsafeGuaranteedRef { Place($0) }
      if let place, let group = groups[place] {
        walk.found[group].count += 1
        walk.indexes[neighbour.toOpaque()] = group
        return
      }
      if place == nil { placelessCount += 1 }
      guard placelessCount <= Self.placelessLimit, walk.found.count < walk.limit else {
        walk.omittedCount += 1
        return
      }
      guard walk.add(neighbour, level: level, parent: index) else { return }
      let added = walk.found.count - 1
      if let place { groups[place] = added }
      walk.connect(index, to: added, direction: direction)
    }
  }

  private mutating func connect(_ index: Int, to neighbour: Int, direction: Int) {
    edges.append(
      direction < 0
        ? Edge(dependency: neighbour, dependent: index)
        : Edge(dependency: index, dependent: neighbour)
    )
  }

  /// The name, the place and the kind of a node that the user's code created.
  private struct Place: Hashable {
    let origin: NodeOrigin
    let kind: UInt32

    /// Returns nil for a node that the library created.
    init?(_ node: GraphNode) {
      guard node.origin.line != 0 else { return nil }
      origin = node.origin
      kind = node.flags.intersection([.computed, .observer]).rawValue
    }
  }

  /// Calls `body` for each neighbour of a node in one direction.
  private mutating func forEachNeighbour(
    of node: Unmanaged<GraphNode>,
    direction: Int,
    _ body: (inout NeighbourWalk, Unmanaged<GraphNode>) -> Void
  ) {
    // A cast to the subclass would retain the node in a debug build.
    let address = node.toOpaque()
    let flags = node._withUnsafeGuaranteedRef(\.flags)
    guard direction < 0 else {
      var subscription = node._withUnsafeGuaranteedRef(\.firstSubscriber)
      while let edge = subscription {
        subscription = edge.pointee.nextSubscriber
        body(&self, edge.pointee.subscriber)
      }
      if flags.contains(.predicate) {
        let predicates = Unmanaged<PredicateNode>.fromOpaque(address)
          ._withUnsafeGuaranteedRef { $0.predicates }
        body(&self, .passUnretained(predicates))
      }
      return
    }
    if flags.contains(.observer) {
      let observed = Unmanaged<Observer>.fromOpaque(address)
        ._withUnsafeGuaranteedRef(\.attachedNode)
      if let observed { body(&self, observed) }
    }
    guard flags.contains(.computed) else { return }
    var dependency = Unmanaged<ComputedNode>.fromOpaque(address)
      ._withUnsafeGuaranteedRef(\.firstDependency)
    while let edge = dependency {
      dependency = edge.pointee.nextDependency
      body(&self, edge.pointee.dependency)
    }
  }
}
