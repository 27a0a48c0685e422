import CStateGraphThreads

/// Releases objects without recursion. A computed node keeps its dependencies alive, by its edges
/// and by its closure, so letting go of the tail of a long chain would otherwise run one `deinit`
/// inside the other until the stack ends.
enum Release {
  private final class Queue {
    var objects: [Unmanaged<AnyObject>] = []
  }

  /// Releases what the caller has retained: now, or when the release that this thread is in gets to
  /// it.
  static func later(_ objects: [Unmanaged<AnyObject>]) {
    guard !objects.isEmpty else { return }
    let thread = stategraph_thread_current()
    if let outer = thread.pointee.releases {
      Unmanaged<Queue>.fromOpaque(outer).takeUnretainedValue().objects += objects
      return
    }
    let queue = Queue()
    queue.objects = objects
    thread.pointee.releases = Unmanaged.passUnretained(queue).toOpaque()
    while let object = queue.objects.popLast() { object.release() }
    thread.pointee.releases = nil
  }

  static func later(_ nodes: [Unmanaged<GraphNode>]) {
    later(nodes.map { Unmanaged<AnyObject>.fromOpaque($0.toOpaque()) })
  }
}
