/// Nodes that were retained by edges that have been destroyed. The owner releases these nodes after
/// it has unlocked the graph, because a release can run the `deinit` of any object.
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
