import CStateGraphThreads

/// Calls observers on the thread that made a change, before the function that made the change
/// returns.
///
/// No lock is held during a call. Each thread has its own queue of observers, which is a linked
/// list. If a handler changes nodes, the affected observers are appended to the queue. So a handler
/// is never called inside another handler.
enum SynchronousDelivery {
  /// Appends `observer` to this thread's queue, unless the queue already contains it.
  ///
  /// The caller must hold the graph's lock.
  static func enqueue(_ observer: Observer) {
    let thread = stategraph_thread_current()
    if let log = thread.pointee.delivery_log { observer.note(log) }
    guard observer.flags.isDisjoint(with: .pending) else {
      // The observer is already in a queue. If that queue belongs to another thread, a batch on
      // that thread can delay its queue for a long time. So this thread queues the observer too.
      if observer.queue != UnsafeMutableRawPointer(thread) { enqueueAdditional(observer) }
      return
    }
    observer.flags = observer.flags.union(.pending)
    observer.queue = UnsafeMutableRawPointer(thread)
    let pointer = Unmanaged.passRetained(observer).toOpaque()
    if let last = thread.pointee.last_delivery {
      Unmanaged<Observer>.fromOpaque(last)._withUnsafeGuaranteedRef { $0.nextDelivery = pointer }
    } else {
      thread.pointee.first_delivery = pointer
    }
    thread.pointee.last_delivery = pointer
  }

  /// Observers that are in this thread's queue and also in another thread's queue.
  ///
  /// Only this thread uses the object, so it needs no lock.
  private final class Additional {
    var observers: [Observer] = []
  }

  private static func enqueueAdditional(_ observer: Observer) {
    let thread = stategraph_thread_current()
    let additional: Additional
    if let pointer = thread.pointee.additional_deliveries {
      additional = Unmanaged<Additional>.fromOpaque(pointer).takeUnretainedValue()
    } else {
      additional = Additional()
      thread.pointee.additional_deliveries = Unmanaged.passRetained(additional).toOpaque()
    }
    if additional.observers.last !== observer { additional.observers.append(observer) }
  }

  @inline(__always)
  static func beginBatch() {
    stategraph_thread_current().pointee.batch_depth += 1
  }

  @inline(__always)
  static func endBatch() {
    stategraph_thread_current().pointee.batch_depth -= 1
    drain()
  }

  /// Calls the queued observers, unless a batch is open or this thread is already calling
  /// observers.
  @inline(__always)
  static func drain() {
    let thread = stategraph_thread_current()
    guard thread.pointee.first_delivery != nil || thread.pointee.additional_deliveries != nil else {
      return
    }
    if thread.pointee.batch_depth == 0, thread.pointee.is_delivering == 0 { deliverAll() }
  }

  /// Calls `observers` on this thread, unless a batch is open or this thread is already calling
  /// observers. In these two cases, this thread calls them later.
  static func deliver(_ observers: [Observer]) {
    Graph.withLock { for observer in observers { enqueueUnlessCancelled(observer) } }
    drain()
  }

  /// Appends `observer` to this thread's queue if it is not cancelled. The caller must hold the
  /// graph's lock.
  static func enqueueUnlessCancelled(_ observer: Observer) {
    if !observer.flags.contains(.cancelled) { enqueue(observer) }
  }

  /// Runs `start`, which calls the handler of a new observer for the first time.
  ///
  /// If the handler changes nodes, the affected observers are called after `start` has returned.
  static func deliverNow(_ start: () -> Void) {
    let thread = stategraph_thread_current()
    let outer = thread.pointee.is_delivering
    thread.pointee.is_delivering = 1
    start()
    thread.pointee.is_delivering = outer
    drain()
  }

  @inline(never)
  private static func deliverAll() {
    let thread = stategraph_thread_current()
    thread.pointee.is_delivering = 1
    let round = Evaluation.nextNumber()
    while true {
      if let first = thread.pointee.first_delivery {
        let observer = Unmanaged<Observer>.fromOpaque(first).takeRetainedValue()
        thread.pointee.first_delivery = observer.nextDelivery
        if observer.nextDelivery == nil { thread.pointee.last_delivery = nil }
        observer.nextDelivery = nil
        observer.run(in: round, fromList: true)
      } else if let pointer = thread.pointee.additional_deliveries {
        thread.pointee.additional_deliveries = nil
        let additional = Unmanaged<Additional>.fromOpaque(pointer).takeRetainedValue()
        for observer in additional.observers { observer.run(in: round, fromList: false) }
      } else {
        break
      }
    }
    thread.pointee.is_delivering = 0
  }
}
