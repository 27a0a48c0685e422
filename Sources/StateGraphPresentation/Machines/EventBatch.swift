/// The events that a machine has taken from its channel.
@usableFromInline
struct EventBatch<Event: Sendable> {
  @usableFromInline var entries: [EventChannel<Event>.Entry] = []
  /// How many of the entries the machine has begun.
  @usableFromInline var begun = 0
  /// The sender that waits for the last begun event and for the events of its actions.
  @usableFromInline var receipt: FirstOutcome<Void>?

  @usableFromInline
  init() {}

  /// Takes all events that wait in `channel`. The present ones must be done. Returns whether there
  /// are any.
  @inlinable
  mutating func refill(from channel: EventChannel<Event>) -> Bool {
    entries.removeAll(keepingCapacity: true)
    begun = 0
    channel.take(into: &entries)
    return !entries.isEmpty
  }

  /// Begins with the next event; nil if none is left.
  @inlinable
  mutating func next() -> Event? {
    guard begun < entries.count else { return nil }
    let entry = entries[begun]
    begun += 1
    receipt = entry.receipt
    return entry.event
  }

  /// The last begun event and the events of its actions are done.
  @inlinable
  mutating func finishEvent() {
    guard let receipt else { return }
    self.receipt = nil
    receipt.succeed()
  }

  /// The machine has ended: all senders that wait fail.
  mutating func fail() {
    receipt?.complete(.failure(TransducerError.ended))
    receipt = nil
    EventChannel<Event>.release(entries[begun...])
    entries = []
    begun = 0
  }
}
