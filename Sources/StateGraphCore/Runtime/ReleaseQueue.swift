import CStateGraphThreads

/// Releases objects in a loop instead of recursively.
///
/// A computed node retains its dependencies. If the last node of a long chain were released
/// recursively, each `deinit` would run inside the `deinit` of the previous node. For a long chain,
/// these calls would overflow the stack.
enum ReleaseQueue {
  private final class Queue {
    var objects: [Unmanaged<AnyObject>] = []
  }

  /// Releases `object`, which the caller has retained.
  ///
  /// If this thread is already inside a call of this function, the outer call releases `object`
  /// later.
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
