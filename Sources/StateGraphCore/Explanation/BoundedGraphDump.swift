/// A snapshot of the nodes around one node, with a limit of nodes and steps. It contains names and
/// places, but no values.
///
/// It follows the dependencies of the node, their dependencies and so on, and in the other
/// direction the nodes and observers that depend on the node. Neighbours of one node with the same
/// name and place are one group, which is continued at its first node.
package struct BoundedGraphDump: Sendable {
  /// The nodes with the same name and place that the same node reads, or that depend on it.
  package struct Group: Sendable {
    /// The first node of the group.
    package let node: NumberedNode
    package let kind: GraphDump.Kind
    /// Whether the value of the first node is up to date.
    package let isUpToDate: Bool
    package fileprivate(set) var count: Int
    /// The number of steps from the centre: negative for what the centre depends on, 0 for the
    /// centre, and positive for what depends on the centre.
    package let level: Int
  }

  /// A node of the group `dependent` has read a node of the group `dependency`.
  package struct Edge: Sendable, Hashable {
    package let dependency: Int
    package let dependent: Int
  }

  /// The groups in the order in which they were found. The first one is the centre.
  package private(set) var groups: [Group] = []
  /// The edges between the groups, by the numbers of the groups.
  package private(set) var edges: [Edge] = []
  /// The number of neighbours that the limits have left out. They are not grouped.
  package private(set) var omittedCount = 0

  /// Creates a snapshot of the nodes around `centre`. The caller must hold no lock.
  ///
  /// - Parameters:
  ///   - centre: The node from which the snapshot begins.
  ///   - depth: The largest number of steps in each direction.
  ///   - limit: The largest number of groups.
  package init(around centre: GraphNode, depth: Int, limit: Int) {
    let centre = centre.observed
    let walk = Graph.withLock {
      var walk = NeighbourWalk(limit: limit * 2)
      walk.go(from: .passUnretained(centre), depth: depth)
      return walk
    }
    // Each found node was retained once. The references end after the lock.
    let nodes = walk.found.map { $0.node.takeRetainedValue() }
    omittedCount = walk.omittedCount
    merge(walk, nodes: nodes, limit: limit)
  }

  private struct Likeness: Hashable {
    let name: String
    let fileID: String?
    let line: Int
    let kind: GraphDump.Kind
    let level: Int
    let parent: Int
  }

  /// Makes one group of the found nodes with the same name and place that have the same neighbour.
  private mutating func merge(_ walk: NeighbourWalk, nodes: [GraphNode], limit: Int) {
    var groupOfFound: [Int?] = []
    var places: [Likeness: Int] = [:]
    for (found, node) in zip(walk.found, nodes) {
      let reference = node.reference
      let parent = found.parent.map { groupOfFound[$0] } ?? -1
      let likeness = Likeness(
        name: node.shownName,
        fileID: reference.fileID,
        line: reference.line,
        kind: found.kind,
        level: found.level,
        parent: parent ?? -2
      )
      // A node without a name and a place is like no other one.
      let isNameless = likeness.name.isEmpty && likeness.fileID == nil
      if !isNameless, let place = places[likeness] {
        groups[place].count += found.count
        groupOfFound.append(place)
      } else if groups.count < limit, parent != nil {
        places[likeness] = groups.count
        groupOfFound.append(groups.count)
        let first = NumberedNode(node, name: likeness.name, place: reference)
        groups.append(Group(node: first, found: found))
      } else {
        omittedCount += found.count
        groupOfFound.append(nil)
      }
    }
    var seen: Set<Edge> = []
    for edge in walk.edges {
      guard let from = groupOfFound[edge.dependency], let to = groupOfFound[edge.dependent]
      else { continue }
      let shown = Edge(dependency: groups[from].node.number, dependent: groups[to].node.number)
      if from != to, seen.insert(shown).inserted { edges.append(shown) }
    }
  }
}

extension BoundedGraphDump.Group {
  fileprivate init(node: NumberedNode, found: NeighbourWalk.Found) {
    self.node = node
    (kind, isUpToDate, count, level) = (found.kind, found.isUpToDate, found.count, found.level)
  }
}
