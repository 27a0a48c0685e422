import CStateGraphThreads

/// Delays the release of objects until the outermost closure of a computed node on this thread has
/// returned.
///
/// A `deinit` is user code, which may read nodes. If a `deinit` ran during an evaluation, these
/// reads would be recorded as dependencies of the evaluated node. If the `deinit` read that node
/// itself, the read would be a cycle.
@usableFromInline
package enum DeferredRelease {
  private final class Queue {
    var objects: [AnyObject] = []
  }

  /// Retains `object` until no closure of a computed node runs on this thread. If none is running
  /// now, this function does nothing, and the object is released when the caller drops its own
  /// reference.
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
  /// thread. Call this at the end of each evaluation, with no lock held.
  @inline(__always)
  static func runIfOutermost() {
    let thread = stategraph_thread_current()
    if thread.pointee.deferred_releases != nil, thread.pointee.running == nil { run() }
  }

  /// Releases the delayed objects in a loop, because a `deinit` that this function causes can
  /// evaluate nodes, which can delay the release of further objects.
  @inline(never)
  private static func run() {
    let thread = stategraph_thread_current()
    while let pointer = thread.pointee.deferred_releases {
      thread.pointee.deferred_releases = nil
      Unmanaged<Queue>.fromOpaque(pointer).release()
    }
  }
}
