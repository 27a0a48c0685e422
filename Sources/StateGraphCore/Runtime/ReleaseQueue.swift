import CStateGraphThreads

/// Releases objects without recursion. A computed node keeps its dependencies alive, by its edges
/// and by its closure, so letting go of the tail of a long chain would otherwise run one `deinit`
/// inside the other until the stack ends.
enum ReleaseQueue {
  private final class Queue {
    var objects: [Unmanaged<AnyObject>] = []
  }

  /// Releases what the caller has retained: now, or when the release that this thread is in gets to
  /// it.
  static func release(_ object: Unmanaged<AnyObject>) {
    withQueue { $0.objects.append(object) }
  }

  static func release<Object: AnyObject>(_ objects: [Unmanaged<Object>]) {
    guard !objects.isEmpty else { return }
    withQueue { queue in
      for object in objects { queue.objects.append(Unmanaged.fromOpaque(object.toOpaque())) }
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
    while let object = queue.objects.popLast() { object.release() }
    thread.pointee.releases = nil
  }
}
