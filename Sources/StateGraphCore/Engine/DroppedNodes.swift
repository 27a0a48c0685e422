/// Collects the nodes that destroyed edges had retained. The caller releases them after it has
/// unlocked the graph.
///
/// The nodes must not be released under the lock, because a release can run the `deinit` of any
/// object.
struct DroppedNodes {
  private var nodes: [Unmanaged<GraphNode>] = []

  @inline(__always)
  init() {}

  mutating func append(_ node: Unmanaged<GraphNode>) { nodes.append(node) }

  @inline(__always)
  func release() {
    if !nodes.isEmpty { ReleaseQueue.release(nodes) }
  }
}
