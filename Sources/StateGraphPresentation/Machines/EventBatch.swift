/// The events that a machine has taken from its channel, all at once.
@usableFromInline
struct EventBatch<Event: Sendable> {
  @usableFromInline var entries: [EventChannel<Event>.Entry] = []
  /// The number of entries whose processing has begun.
  @usableFromInline var begun = 0
  /// Resumes the sender that waits for the current event and the events of its actions. It is nil
  /// if no sender waits.
  @usableFromInline var receipt: FirstOutcome<Void>?

  @usableFromInline
  init() {}

  /// Replaces the entries by all events that wait in `channel`. The caller has processed the old
  /// entries. Returns false if no event waits.
  @inlinable
  mutating func refill(from channel: EventChannel<Event>) -> Bool {
    entries.removeAll(keepingCapacity: true)
    begun = 0
    channel.take(into: &entries)
    return !entries.isEmpty
  }

  /// Returns the next event, which then counts as begun, or nil if all events have begun.
  @inlinable
  mutating func next() -> Event? {
    guard begun < entries.count else { return nil }
    let entry = entries[begun]
    begun += 1
    receipt = entry.receipt
    return entry.event
  }

  /// Resumes the sender of the current event. The machine calls this function when it has processed
  /// the event and the events of its actions.
  @inlinable
  mutating func finishEvent() {
    guard let receipt else { return }
    self.receipt = nil
    receipt.succeed()
  }

  /// Fails all waiting senders with ``TransducerError/ended``, because the machine has ended.
  mutating func fail() {
    receipt?.complete(.failure(TransducerError.ended))
    receipt = nil
    EventChannel<Event>.release(entries[begun...])
    entries = []
    begun = 0
  }
}
