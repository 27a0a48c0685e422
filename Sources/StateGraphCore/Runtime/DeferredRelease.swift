import CStateGraphThreads

/// Delays the release of objects until no closure of a computed node runs on this thread.
///
/// Releasing an object can run a `deinit`, and a `deinit` can read nodes. If the `deinit` ran
/// during an evaluation, the nodes that it reads would become dependencies of the evaluated node. A
/// read of the evaluated node itself would be a cycle.
@usableFromInline
package enum DeferredRelease {
  private final class Queue {
    var objects: [AnyObject] = []
  }

  /// Retains `object` until no closure of a computed node runs on this thread.
  ///
  /// If no closure is running, this function does nothing, so the object is released when the
  /// caller drops its own reference.
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

  /// Releases the delayed objects, unless a closure of a computed node is still running on this
  /// thread.
  ///
  /// Call this at the end of each evaluation, with no lock held, because a release can run a
  /// `deinit`.
  @inline(__always)
  static func runIfOutermost() {
    let thread = stategraph_thread_current()
    if thread.pointee.deferred_releases != nil, thread.pointee.running == nil { run() }
  }

  /// Releases the delayed objects until none is left.
  ///
  /// This is a loop, because the `deinit` of a released object can evaluate nodes. An evaluation
  /// can delay the release of further objects.
  @inline(never)
  private static func run() {
    let thread = stategraph_thread_current()
    while let pointer = thread.pointee.deferred_releases {
      thread.pointee.deferred_releases = nil
      Unmanaged<Queue>.fromOpaque(pointer).release()
    }
  }
}
