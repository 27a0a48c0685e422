import CStateGraphThreads

/// Calls observers on the thread that made a change, before the function that made the change
/// returns.
///
/// No lock is held during a call. Each thread has its own queue of observers, which is a linked
/// list. If a handler changes nodes, the affected observers are appended to the queue. So a handler
/// is never called inside another handler.
///
/// Before the first handler is called, all observers in the queue that belong to other actors are
/// scheduled there at once. So an actor serves one change in one job, and does not wait for the
/// handlers of this thread.
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
    thread.pointee.incoming.append(observer)
  }

  /// The observers that this thread must call although they are already in the queue of another
  /// thread.
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
    guard thread.pointee.incoming.first != nil || thread.pointee.additional_deliveries != nil else {
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
      if thread.pointee.incoming.first != nil {
        distribute()
      } else if let observer = thread.pointee.deliveries.removeFirst() {
        observer.run(in: round, fromList: true)
      } else if let pointer = thread.pointee.additional_deliveries {
        thread.pointee.additional_deliveries = nil
        let additional = Unmanaged<Additional>.fromOpaque(pointer).takeRetainedValue()
        let elsewhere = additional.observers.filter { !$0.isCalledHere }
        Observer.schedule(elsewhere, fromList: false)
        for observer in additional.observers where observer.isCalledHere {
          observer.run(in: round, fromList: false)
        }
      } else {
        break
      }
    }
    thread.pointee.is_delivering = 0
  }

  /// Schedules the observers that belong to other actors, and leaves the others for this thread.
  private static func distribute() {
    let thread = stategraph_thread_current()
    var elsewhere: [Observer] = []
    while let observer = thread.pointee.incoming.removeFirst() {
      if observer.isCalledHere {
        thread.pointee.deliveries.append(observer)
      } else {
        elsewhere.append(observer)
      }
    }
    if !elsewhere.isEmpty { Observer.schedule(elsewhere, fromList: true) }
  }
}

/// A queue of observers that belongs to one thread. It retains the observers. Their `nextDelivery`
/// links them, so that the queue needs no memory of its own.
extension stategraph_observer_queue {
  mutating func append(_ observer: Observer) {
    let pointer = Unmanaged.passRetained(observer).toOpaque()
    if let last {
      Unmanaged<Observer>.fromOpaque(last)._withUnsafeGuaranteedRef { $0.nextDelivery = pointer }
    } else {
      first = pointer
    }
    last = pointer
  }

  mutating func removeFirst() -> Observer? {
    guard let pointer = first else { return nil }
    let observer = Unmanaged<Observer>.fromOpaque(pointer).takeRetainedValue()
    first = observer.nextDelivery
    if first == nil { last = nil }
    observer.nextDelivery = nil
    return observer
  }
}
