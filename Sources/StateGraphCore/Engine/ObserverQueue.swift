import CStateGraphThreads

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
