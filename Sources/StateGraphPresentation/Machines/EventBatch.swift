/// A group of events that a machine took from its channel under one lock, and now processes one
/// after the other. Only the machine's actor uses it.
@usableFromInline
struct EventBatch<Event: Sendable> {
  @usableFromInline var entries: [EventChannel<Event>.Entry] = []
  /// The number of entries that ``next()`` has returned, and whose processing the machine has thus
  /// begun.
  @usableFromInline var begun = 0
  /// Resumes the sender that waits until the machine has processed the current event and the events
  /// that its actions return. It is nil if no sender waits for the current event.
  @usableFromInline var receipt: FirstOutcome<Void>?

  @usableFromInline
  init() {}

  /// Replaces the entries by all events that wait in `channel`. The machine calls this function
  /// when it has processed all old entries. Returns whether the batch has an event now.
  @inlinable
  mutating func refill(from channel: EventChannel<Event>) -> Bool {
    entries.removeAll(keepingCapacity: true)
    begun = 0
    channel.take(into: &entries)
    return !entries.isEmpty
  }

  /// Returns the next event, and counts it as begun. Returns nil if the batch has no more events.
  @inlinable
  mutating func next() -> Event? {
    guard begun < entries.count else { return nil }
    let entry = entries[begun]
    begun += 1
    receipt = entry.receipt
    return entry.event
  }

  /// Resumes the sender that waits for the current event, if there is one. The machine calls this
  /// function when it has processed the event and the events that its actions returned.
  @inlinable
  mutating func finishEvent() {
    guard let receipt else { return }
    self.receipt = nil
    receipt.succeed()
  }

  /// Resumes the sender that waits for the current event with an error, because the storage of the
  /// machine has refused the transition.
  @inlinable
  mutating func failEvent(_ error: any Error) {
    guard let receipt else { return }
    self.receipt = nil
    receipt.complete(.failure(error))
  }

  /// Resumes all waiting senders of the batch with the error ``TransducerError/ended``, because the
  /// machine has ended.
  mutating func fail() {
    receipt?.complete(.failure(TransducerError.ended))
    receipt = nil
    EventChannel<Event>.release(entries[begun...])
    entries = []
    begun = 0
  }
}
