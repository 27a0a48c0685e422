public import StateGraphThreads
public import Synchronization

/// The queue of events between a proxy and its machine, with a limited capacity. It has no public
/// members.
///
/// Any thread may send events and close the channel. The machine takes all waiting events at once,
/// so that it does not need the lock for each transition.
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
    /// Whether ``wake()`` was called while the machine did not wait. If true, the next ``wait()``
    /// returns at once.
    var isWoken = false
    var isReserved = false
    @usableFromInline var isRefusing = false
    var end: (any Error)?
    var onClose: (@Sendable () -> Void)?
  }

  /// The fields that the lock guards, which are all except the atomic values ``occupied`` and
  /// ``closed``.
  @usableFromInline let state = Guarded(State())
  /// The number of waiting events, including the events that the machine has taken but not begun to
  /// process. Senders increase the number under the lock, so that it never exceeds ``capacity``.
  /// The machine decreases the number without the lock.
  @usableFromInline let occupied = Atomic<Int>(0)
  /// Whether the channel is closed. ``close(_:)`` sets it under the lock. The machine reads it
  /// before each transition without the lock.
  @usableFromInline let closed = Atomic<Bool>(false)
  @usableFromInline let capacity: Int

  init(capacity: Int, initialEvent: Event? = nil) {
    self.capacity = max(1, capacity)
    guard let initialEvent else { return }
    occupied.store(1, ordering: .relaxed)
    state.withLock { $0.entries = [Entry(event: initialEvent, receipt: nil)] }
  }

  @inlinable var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Whether the machine has ended or will end before its next transition.
  package var hasEnded: Bool { isClosed }

  /// The reason with which the channel was closed, or nil while the channel is open.
  @usableFromInline var end: (any Error)? { state.withLock { $0.end } }

  // MARK: - Senders

  /// Appends an event to the queue. Returns without waiting for the machine to process it.
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

  /// Makes the channel refuse all later events, and drops the waiting events, whose senders receive
  /// an error. The channel stays open, so that the machine can perform its last effect.
  @usableFromInline
  func refuse() {
    let entries = state.withLock { state in
      state.isRefusing = true
      defer { state.entries = [] }
      return state.entries
    }
    Self.release(entries)
  }

  /// Closes the channel with a reason, which ends the machine, and refuses all later events. A
  /// second call does nothing, so that ``end`` stays the first reason.
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
    // These calls happen outside of the lock, because resumed senders and cancelled operations run
    // user code.
    closing.onClose?()
    closing.consumer?.resume()
    Self.release(closing.entries)
  }

  /// Resumes the senders that wait for these entries with the error ``TransducerError/ended``,
  /// because the machine will not process their events.
  static func release(_ entries: some Sequence<Entry>) {
    for entry in entries { entry.receipt?.complete(.failure(TransducerError.ended)) }
  }

  // MARK: - The machine

  /// Reserves the channel for one machine. The reservation never ends. The channel calls `onClose`
  /// once when it is closed, or immediately if it is closed already. If another machine has
  /// reserved the channel before, `onClose` is never called.
  ///
  /// - Returns: Whether this is the first reservation of the channel.
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

  /// Moves all waiting events into `batch`, which must be empty. The channel keeps the memory of
  /// `batch` for later events, to save allocations.
  @inlinable
  func take(into batch: inout [Entry]) {
    state.withLock { swap(&$0.entries, &batch) }
  }

  /// Makes room for another event in the queue. The machine calls this function when it begins to
  /// process an event that it has taken.
  @inlinable func begin() { occupied.subtract(1, ordering: .relaxed) }

  /// Suspends the machine until an event waits, the channel is closed, or ``wake()`` is called.
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

  /// Resumes the machine if it waits in ``wait()``. If the machine does not wait, the next
  /// ``wait()`` returns at once.
  func wake() {
    let consumer = state.withLock { state in
      state.isWoken = state.consumer == nil
      return state.consumer.take()
    }
    consumer?.resume()
  }
}

extension EventChannel {
  /// Sends the event that completes a durable request. While the queue is full, waits and tries
  /// again, because the event must not be lost. Does nothing if the machine has ended.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  nonisolated(nonsending) func complete(_ request: RequestToken, with event: Event) async throws {
    while true {
      do {
        return try send(event, receipt: FirstOutcome<Void>(completing: request))
      } catch TransducerError.droppedEvent {
        try await Task.sleep(for: .milliseconds(1))
      } catch {
        return
      }
    }
  }
}
