import CStateGraphThreads

/// Releases objects without recursion. A computed node keeps its dependencies alive, by its edges
/// and by its closure, so letting go of the tail of a long chain would otherwise run one `deinit`
/// inside the other until the stack ends.
enum Release {
  private final class Queue {
    var nodes: [Unmanaged<GraphNode>] = []
    var closures: [ComputedNode.Run] = []

    func drain() {
      while true {
        if let node = nodes.popLast() {
          node.release()
        } else if closures.popLast() == nil {
          return
        }
      }
    }
  }

  /// Releases what the caller has retained: now, or when the release that this thread is in gets to
  /// it.
  static func later(_ nodes: [Unmanaged<GraphNode>]) {
    guard !nodes.isEmpty else { return }
    withQueue { $0.nodes += nodes }
  }

  /// Takes a closure from its owner and lets it go.
  static func later(_ closure: inout ComputedNode.Run?) {
    withQueue { queue in
      if let taken = closure.take() { queue.closures.append(taken) }
    }
  }

  private static func withQueue(_ append: (Queue) -> Void) {
    let thread = stategraph_thread_current()
    if let outer = thread.pointee.releases {
      append(Unmanaged<Queue>.fromOpaque(outer).takeUnretainedValue())
      return
    }
    let queue = Queue()
    append(queue)
    thread.pointee.releases = Unmanaged.passUnretained(queue).toOpaque()
    queue.drain()
    thread.pointee.releases = nil
  }
}
