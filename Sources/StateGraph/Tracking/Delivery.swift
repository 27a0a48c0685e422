import CStateGraphThreads

/// Calls observers, on the thread that made the change, with no lock held.
///
/// Changes made by a handler are delivered after the handlers that are already waiting, by the same
/// loop: later, never nested.
enum Delivery {
  /// The observers that wait on one thread. Retained by the thread state while it exists.
  private final class Queue {
    var observers: [Observer] = []
    var next = 0
    var isRunning = false
  }

  static func enqueue(_ observers: [Observer]) {
    guard !observers.isEmpty else { return }
    let queue = currentQueue()
    queue.observers += observers
    if stategraph_thread_current().pointee.batch_depth == 0 { drain() }
  }

  static func beginBatch() {
    stategraph_thread_current().pointee.batch_depth += 1
  }

  static func endBatch() {
    let thread = stategraph_thread_current()
    thread.pointee.batch_depth -= 1
    if thread.pointee.batch_depth == 0 { drain() }
  }

  private static func drain() {
    let thread = stategraph_thread_current()
    guard let pointer = thread.pointee.deliveries else { return }
    let queue = Unmanaged<Queue>.fromOpaque(pointer).takeUnretainedValue()
    guard !queue.isRunning else { return }
    queue.isRunning = true
    while queue.next < queue.observers.count {
      let observer = queue.observers[queue.next]
      queue.next += 1
      observer.run()
    }
    thread.pointee.deliveries = nil
    Unmanaged<Queue>.fromOpaque(pointer).release()
  }

  private static func currentQueue() -> Queue {
    let thread = stategraph_thread_current()
    if let pointer = thread.pointee.deliveries {
      return Unmanaged<Queue>.fromOpaque(pointer).takeUnretainedValue()
    }
    let queue = Queue()
    thread.pointee.deliveries = Unmanaged.passRetained(queue).toOpaque()
    return queue
  }
}
