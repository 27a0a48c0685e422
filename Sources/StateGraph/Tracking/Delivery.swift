import CStateGraphThreads

/// Calls observers, on the thread that made the change, with no lock held.
///
/// Changes made by a handler are delivered after the handlers that are already waiting, by the same
/// loop: later, never nested. The queue is the thread's: a list through the observers themselves,
/// which nobody else touches while their `pending` mark is set.
enum Delivery {
  /// How often one observer may be called before the set that began it returns.
  static let feedbackLimit: UInt32 = 10_000

  /// Adds an observer to this thread's queue. Call under the graph's lock.
  static func enqueue(_ observer: Observer) {
    observer.flags = observer.flags.union(.pending)
    let thread = stategraph_thread_current()
    let pointer = Unmanaged.passRetained(observer).toOpaque()
    if let last = thread.pointee.last_delivery {
      Unmanaged<Observer>.fromOpaque(last)._withUnsafeGuaranteedRef { $0.nextDelivery = pointer }
    } else {
      thread.pointee.first_delivery = pointer
    }
    thread.pointee.last_delivery = pointer
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
    guard thread.pointee.first_delivery != nil else { return }
    if thread.pointee.batch_depth == 0, thread.pointee.is_delivering == 0 { deliverAll() }
  }

  /// Calls a new observer for the first time. What its handler changes is delivered afterwards.
  static func deliverNow(_ observer: Observer) {
    let thread = stategraph_thread_current()
    let outer = thread.pointee.is_delivering
    thread.pointee.is_delivering = 1
    observer.run(in: 0)
    thread.pointee.is_delivering = outer
    drain()
  }

  @inline(never)
  private static func deliverAll() {
    let thread = stategraph_thread_current()
    thread.pointee.is_delivering = 1
    let round = Evaluation.nextNumber()
    while let first = thread.pointee.first_delivery {
      let observer = Unmanaged<Observer>.fromOpaque(first).takeRetainedValue()
      thread.pointee.first_delivery = observer.nextDelivery
      if observer.nextDelivery == nil { thread.pointee.last_delivery = nil }
      observer.nextDelivery = nil
      observer.run(in: round)
    }
    thread.pointee.is_delivering = 0
  }
}
