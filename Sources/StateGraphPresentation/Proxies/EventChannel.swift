public import StateGraphThreads
public import Synchronization

/// The bounded queue of events between a proxy and its machine. It has no public members.
///
/// Any thread may send events and close the channel. The machine takes all waiting events at once,
/// so that it needs no lock for each transition.
public final class EventChannel<Event: Sendable>: Sendable {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline let event: Event
    /// Resumes the sender that waits until the machine has processed the event. It is nil if no
    /// sender waits.
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
    /// Whether ``wake()`` was called while the machine did not wait. The next ``wait()`` then
    /// returns at once.
    var isWoken = false
    var isReserved = false
    @usableFromInline var isRefusing = false
    var end: (any Error)?
    var onClose: (@Sendable () -> Void)?
  }

  /// The fields that the lock guards: all except the two atomic values.
  @usableFromInline let state = Guarded(State())
  /// The number of waiting events, including the events that the machine has taken but not begun.
  /// Senders increase it under the lock, so that it never exceeds ``capacity``. The machine
  /// decreases it without the lock.
  @usableFromInline let occupied = Atomic<Int>(0)
  /// Whether the channel is closed. It is set under the lock. The machine reads it before each
  /// transition without the lock.
  @usableFromInline let closed = Atomic<Bool>(false)
  @usableFromInline let capacity: Int

  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  @inlinable var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Why the channel was closed; nil while it is open.
  @usableFromInline var end: (any Error)? { state.withLock { $0.end } }

  // MARK: - Senders

  /// Appends an event, and returns without waiting for the machine.
  ///
  /// - Throws: ``TransducerError/ended`` if the channel refuses events, and
  ///   ``TransducerError/droppedEvent(capacity:)`` if the queue is full.
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

  /// Refuses all later events, and drops the waiting events, whose senders fail. The channel stays
  /// open, so that the machine can still perform its last effect.
  @usableFromInline
  func refuse() {
    let entries = state.withLock { state in
      state.isRefusing = true
      defer { state.entries = [] }
      return state.entries
    }
    Self.release(entries)
  }

  /// Closes the channel: ends the machine, and refuses all later events. A second call does
  /// nothing, so that ``end`` stays the first reason.
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
    // Called outside of the lock, because resumed senders and cancelled operations run user code.
    closing.onClose?()
    closing.consumer?.resume()
    Self.release(closing.entries)
  }

  /// Fails the senders of events that the machine will not process.
  static func release(_ entries: some Sequence<Entry>) {
    for entry in entries { entry.receipt?.complete(.failure(TransducerError.ended)) }
  }

  // MARK: - The machine

  /// Reserves the channel for one machine, forever. The channel calls `onClose` once when it is
  /// closed, or at once if it is closed already. If another machine has reserved the channel, it
  /// does not call `onClose`.
  ///
  /// - Returns: True if no other machine has reserved the channel before.
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

  /// Moves all waiting events into `batch`, which must be empty. The channel uses the memory of
  /// `batch` for later events.
  @inlinable
  func take(into batch: inout [Entry]) {
    state.withLock { swap(&$0.entries, &batch) }
  }

  /// Called when the machine begins a taken event. The queue then has room for another event.
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

  /// Resumes the machine if it waits. Otherwise, the next ``wait()`` returns at once.
  func wake() {
    let consumer = state.withLock { state in
      state.isWoken = state.consumer == nil
      return state.consumer.take()
    }
    consumer?.resume()
  }
}
