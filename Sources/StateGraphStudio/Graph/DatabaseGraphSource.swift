import StateGraphCore
import StateGraphPersistence
package import StateGraphSQLite
package import StateGraphStudioServer

/// The graph of an app around one of its databases, for the server.
package struct DatabaseGraphSource: GraphSource {
  private let reference: DatabaseReference

  private struct DatabaseReference: @unchecked Sendable {
    // SAFETY: the reference is set once, before another thread can see it. Loading a weak reference
    // is thread-safe.
    weak var database: Database?
  }

  /// The source does not retain the database. After the database was released, it has no nodes.
  package init(_ database: Database) {
    reference = DatabaseReference(database: database)
  }

  package var changeCount: Int { reference.database?.traces.changeCount ?? 0 }

  package func setTracing(_ isTracing: Bool) { reference.database?.setTracing(isTracing) }

  package func roots(limit: Int) -> ShownGraph {
    // Each looked at node costs a name. More of them would not fit into the answer anyway.
    guard let database = reference.database else {
      return ShownGraph(nodes: [], edges: [], omittedCount: 0)
    }
    let (found, count) = database.liveNodes(limit: limit * 8)
    var groups: [(node: GraphNode, name: String, count: Int)] = []
    var places: [ByteText: Int] = [:]
    var omittedCount = count - found.count
    for node in found {
      let name = node.shownName
      if let place = places[ByteText(name)] {
        groups[place].count += 1
      } else if groups.count < limit {
        places[ByteText(name)] = groups.count
        groups.append((node, name, 1))
      } else {
        omittedCount += 1
      }
    }
    let nodes = groups.map { group in
      let number = NodeNumbers.shared.number(of: group.node)
      return ShownGraph.Node(
        ShownNode(number: number, name: group.name, place: nil),
        kind: .stored,
        isUpToDate: true,
        count: group.count,
        level: 0
      )
    }
    return ShownGraph(nodes: nodes, edges: [], omittedCount: omittedCount)
  }

  package func neighbours(of node: Int, depth: Int, limit: Int) -> ShownGraph? {
    guard let centre = NodeNumbers.shared.node(numbered: node) else { return nil }
    let dump = BoundedGraphDump(around: centre, depth: depth, limit: limit)
    return ShownGraph(
      nodes: dump.groups.map { ShownGraph.Node($0) },
      edges: dump.edges.map { ($0.dependency, $0.dependent) },
      omittedCount: dump.omittedCount
    )
  }

  package func traces() -> [ShownTrace] {
    (reference.database?.traces.all ?? []).reversed().map { ShownTrace($0) }
  }

  package func trace(_ number: Int) -> ShownTrace? {
    guard let number = UInt64(exactly: number) else { return nil }
    return reference.database?.traces.trace(number).map { ShownTrace($0) }
  }
}
