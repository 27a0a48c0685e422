/// Nodes that were retained by edges which have been destroyed. They are released after unlocking,
/// because a release can run any `deinit`.
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
