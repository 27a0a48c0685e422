public import StateGraphThreads
public import Synchronization

/// The bounded queue of events between a proxy and its machine. Only the module uses its contents.
///
/// Any thread may send and close. One machine takes the events: it takes all that wait at once, so
/// that a transition needs no lock.
public final class EventChannel<Event: Sendable>: Sendable {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline let event: Event
    /// For a sender that waits until the machine is done with the event.
    @usableFromInline let receipt: FirstOutcome<Void>?

    @inlinable
    init(event: Event, receipt: FirstOutcome<Void>?) {
      self.event = event
      self.receipt = receipt
    }
  }

  @usableFromInline
  struct State {
    @usableFromInline var entries: [Entry] = []
    @usableFromInline var consumer: UnsafeContinuation<Void, Never>?
    /// The consumer was woken while it did not wait.
    var isWoken = false
    var isReserved = false
    @usableFromInline var isRefusing = false
    var end: (any Error)?
    var onClose: (@Sendable () -> Void)?
  }

  /// Guards all but the two atomic values.
  @usableFromInline let state = Guarded(State())
  /// How many events wait, also those that the machine has taken and not begun. Increased under the
  /// lock, so that the capacity is exact; decreased by the machine without it.
  @usableFromInline let occupied = Atomic<Int>(0)
  /// Set under the lock, and read by the machine before each transition.
  @usableFromInline let closed = Atomic<Bool>(false)
  @usableFromInline let capacity: Int

  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  @inlinable var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Why the channel was closed; nil while it is open.
  @usableFromInline var end: (any Error)? { state.withLock { $0.end } }

  // MARK: - Senders

  /// Appends an event. It never waits for the machine.
  @inlinable
  func send(_ event: Event, receipt: FirstOutcome<Void>? = nil) throws(TransducerError) {
    let (consumer, refusal) = state.withLock {
      state -> (UnsafeContinuation<Void, Never>?, TransducerError?) in
      if state.isRefusing { return (nil, .ended) }
      if occupied.load(ordering: .relaxed) >= capacity {
        return (nil, .droppedEvent(capacity: capacity))
      }
      occupied.add(1, ordering: .relaxed)
      state.entries.append(Entry(event: event, receipt: receipt))
      return (state.consumer.take(), nil)
    }
    if let refusal { throw refusal }
    consumer?.resume()
  }

  /// Refuses all events from now on, and releases those that wait, with their senders. The machine
  /// itself goes on until the channel is closed.
  @usableFromInline
  func refuse() {
    let entries = state.withLock { state in
      state.isRefusing = true
      defer { state.entries = [] }
      return state.entries
    }
    Self.release(entries)
  }

  /// Refuses all events from now on, and ends the machine. The first reason counts.
  @usableFromInline
  func close(_ reason: any Error) {
    let closing = state.withLock { state -> State? in
      guard state.end == nil else { return nil }
      let before = state
      state.end = reason
      state.isRefusing = true
      state.entries = []
      state.consumer = nil
      state.onClose = nil
      closed.store(true, ordering: .releasing)
      return before
    }
    guard let closing else { return }
    // Outside of the lock: senders that continue and operations that are cancelled are user code.
    closing.onClose?()
    closing.consumer?.resume()
    Self.release(closing.entries)
  }

  /// The machine ends without these events.
  static func release(_ entries: some Sequence<Entry>) {
    for entry in entries { entry.receipt?.complete(.failure(TransducerError.ended)) }
  }

  // MARK: - The machine

  /// Reserves the channel for one machine, for ever. `onClose` is called once, when the channel is
  /// closed, or at once if it is.
  ///
  /// - Returns: Whether no machine has reserved it before.
  func reserve(onClose: @escaping @Sendable () -> Void) -> Bool {
    let (isFirst, isOpen) = state.withLock { state in
      let isFirst = !state.isReserved
      state.isReserved = true
      let isOpen = state.end == nil
      if isFirst, isOpen { state.onClose = onClose }
      return (isFirst, isOpen)
    }
    if isFirst, !isOpen { onClose() }
    return isFirst
  }

  /// Exchanges the events that wait with the empty `batch`, whose memory is used for the next ones.
  @inlinable
  func take(into batch: inout [Entry]) {
    state.withLock { swap(&$0.entries, &batch) }
  }

  /// The machine begins with one of the events that it has taken: there is room for another.
  @inlinable func begin() { occupied.subtract(1, ordering: .relaxed) }

  /// Suspends the machine until there is an event, the channel is closed, or `wake` is called.
  @usableFromInline
  nonisolated(nonsending) func wait() async {
    await withUnsafeContinuation { consumer in
      let isReady = state.withLock { state in
        if state.isWoken || state.end != nil || !state.entries.isEmpty {
          state.isWoken = false
          return true
        }
        state.consumer = consumer
        return false
      }
      if isReady { consumer.resume() }
    }
  }

  /// Ends the present or the next `wait`.
  func wake() {
    let consumer = state.withLock { state in
      state.isWoken = state.consumer == nil
      return state.consumer.take()
    }
    consumer?.resume()
  }
}
