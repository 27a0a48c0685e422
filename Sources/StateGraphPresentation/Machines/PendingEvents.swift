/// The events that effects have added and that the machine has not processed.
///
/// If an effect adds `[a, b]` while `c` waits, the machine processes `a`, `b` and then `c`. The
/// array is `[c, b, a]`, because the machine removes the next event from its end.
@usableFromInline
struct PendingEvents<Event> {
  /// The maximum number of waiting events. A transducer that exceeds it probably adds events
  /// forever.
  @inlinable static var limit: Int { 65_536 }

  @usableFromInline var events: [Event] = []

  @usableFromInline
  init() {}

  /// Removes and returns the next event.
  @inlinable
  mutating func next() -> Event? { events.popLast() }

  /// Adds an event, which the machine processes next.
  @inlinable
  mutating func append(_ event: Event) { events.append(event) }

  @inlinable
  mutating func append(contentsOf new: [Event]) { events.append(contentsOf: new) }

  /// Reverses the events from index `first` on, which one effect has added in the written order.
  ///
  /// - Throws: ``TransducerError/tooManyActionEvents(limit:)`` if more than ``limit`` events wait.
  @inlinable
  mutating func effectHasEnded(first: Int) throws {
    if events.count > Self.limit { throw TransducerError.tooManyActionEvents(limit: Self.limit) }
    if events.count > first + 1 { events[first...].reverse() }
  }
}
