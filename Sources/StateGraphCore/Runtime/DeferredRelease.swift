import CStateGraphThreads

/// Delays the release of objects until the outermost closure on the current thread has ended.
///
/// A `deinit` is user code. If it ran inside an evaluation, its reads would be recorded as
/// dependencies of the node that is being evaluated, and a read of that node itself would be a
/// cycle.
@usableFromInline
package enum DeferredRelease {
  private final class Queue {
    var objects: [AnyObject] = []
  }

  /// Keeps `object` until no closure runs on the current thread any more. If none runs now, this does
  /// nothing, and the caller releases the object by dropping its own reference.
  @usableFromInline
  package static func release(_ object: AnyObject) {
    let thread = stategraph_thread_current()
    guard thread.pointee.running != nil else { return }
    if let known = thread.pointee.deferred_releases {
      Unmanaged<Queue>.fromOpaque(known)._withUnsafeGuaranteedRef { $0.objects.append(object) }
      return
    }
    let queue = Queue()
    queue.objects.append(object)
    thread.pointee.deferred_releases = Unmanaged.passRetained(queue).toOpaque()
  }

  /// Releases the delayed objects if no closure runs on this thread any more. Call it at the end of
  /// an evaluation, with no lock held.
  @inline(__always)
  static func runIfOutermost() {
    let thread = stategraph_thread_current()
    if thread.pointee.deferred_releases != nil, thread.pointee.running == nil { run() }
  }

  /// The loop is needed because a `deinit` that runs here can evaluate nodes, which can delay
  /// further releases.
  @inline(never)
  private static func run() {
    let thread = stategraph_thread_current()
    while let pointer = thread.pointee.deferred_releases {
      thread.pointee.deferred_releases = nil
      Unmanaged<Queue>.fromOpaque(pointer).release()
    }
  }
}
