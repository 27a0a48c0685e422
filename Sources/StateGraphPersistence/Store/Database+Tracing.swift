package import StateGraphCore
package import StateGraphSQLite

extension Database {
  /// The traces of the newest commits.
  package var traces: CommitTraces { DatabaseGraph.of(self).recorder.traces }

  /// Begins or ends the tracing of commits. A commit that is not traced costs one comparison more.
  package func setTracing(_ isTracing: Bool) {
    DatabaseGraph.of(self).recorder.setTracing(isTracing)
  }

  /// Returns the nodes of live queries and relationships that are in memory, up to `limit`, and how
  /// many there are. The caller must hold no lock.
  package func liveNodes(limit: Int) -> (nodes: [GraphNode], count: Int) {
    DatabaseGraph.of(self).slots.nodes(limit: limit)
  }
}
