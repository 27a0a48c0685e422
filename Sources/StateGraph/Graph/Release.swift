import CStateGraphThreads

/// Releases nodes without recursion. A computed node keeps its dependencies alive, so letting go of
/// the tail of a long chain would otherwise run one `deinit` inside the other until the stack ends.
enum Release {
  private final class Queue {
    var nodes: [Unmanaged<GraphNode>] = []
  }

  static func later(_ nodes: [Unmanaged<GraphNode>]) {
    guard !nodes.isEmpty else { return }
    let thread = stategraph_thread_current()
    if let outer = thread.pointee.releases {
      Unmanaged<Queue>.fromOpaque(outer).takeUnretainedValue().nodes += nodes
      return
    }
    let queue = Queue()
    queue.nodes = nodes
    thread.pointee.releases = Unmanaged.passUnretained(queue).toOpaque()
    while let node = queue.nodes.popLast() { node.release() }
    thread.pointee.releases = nil
  }
}
