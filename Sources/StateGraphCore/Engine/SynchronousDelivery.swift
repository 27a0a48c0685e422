import CStateGraphThreads

/// Calls observers, on the thread that made the change, with no lock held.
///
/// Changes made by a handler are delivered after the handlers that are already waiting, by the same
/// loop: later, never nested. The queue is the thread's: a list through the observers themselves,
/// which nobody else touches while their `pending` mark is set.
enum SynchronousDelivery {
  /// How often one observer may be called before the set that began it returns.
  static let feedbackLimit: UInt32 = 10_000

  /// Adds an observer to this thread's queue, unless it is there. Call under the graph's lock.
  static func enqueue(_ observer: Observer) {
    let thread = stategraph_thread_current()
    if let log = thread.pointee.delivery_log { observer.note(log) }
    guard observer.flags.isDisjoint(with: .pending) else {
      // Another thread's batch may hold it for long, and this thread's set is not to wait for that.
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

  /// Observers that wait in another thread's list as well. Owned by this thread.
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

  /// Delivers what waits, unless a batch is open or this thread is delivering already.
  @inline(__always)
  static func drain() {
    let thread = stategraph_thread_current()
    guard thread.pointee.first_delivery != nil || thread.pointee.additional_deliveries != nil else {
      return
    }
    if thread.pointee.batch_depth == 0, thread.pointee.is_delivering == 0 { deliverAll() }
  }

  /// Starts a new observer, which is called for the first time. What its handler changes is
  /// delivered afterwards.
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
