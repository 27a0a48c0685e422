import CStateGraphThreads

/// Keeps what is let go of while a closure runs until the outermost one on this thread has ended.
///
/// A `deinit` is user code: inside the evaluation it would read in the name of the node that is
/// being evaluated, and reading that node itself would be a cycle.
@usableFromInline
package enum DeferredRelease {
  private final class Queue {
    var objects: [AnyObject] = []
  }

  /// Releases `object` when no closure runs on this thread any more: at once where none does.
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

  /// Call where an evaluation has ended, without a lock.
  @inline(__always)
  static func runIfOutermost() {
    let thread = stategraph_thread_current()
    if thread.pointee.deferred_releases != nil, thread.pointee.running == nil { run() }
  }

  /// What dies here may evaluate in its turn, and leave something to be released after that.
  @inline(never)
  private static func run() {
    let thread = stategraph_thread_current()
    while let pointer = thread.pointee.deferred_releases {
      thread.pointee.deferred_releases = nil
      Unmanaged<Queue>.fromOpaque(pointer).release()
    }
  }
}
