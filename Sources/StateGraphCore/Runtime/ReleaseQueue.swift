import CStateGraphThreads

/// Releases objects in a loop instead of recursively.
///
/// A computed node retains its dependencies by its edges and by its closure. When the last node of
/// a long chain is released, one `deinit` would run inside the other, and the chain's length would
/// be limited by the stack.
enum ReleaseQueue {
  private final class Queue {
    var objects: [Unmanaged<AnyObject>] = []
  }

  /// Consumes a reference that the caller has retained. If this thread is already inside a release,
  /// the object is released by the loop of that outer release.
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
