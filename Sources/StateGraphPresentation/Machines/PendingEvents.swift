/// A stack of the events that effects have added and that the machine has not processed yet.
///
/// If an effect adds `[a, b]` while `c` waits, the machine processes `a`, then `b`, then `c`. The
/// array `events` is `[c, b, a]` in this case, because the machine removes the next event from the
/// end of the array.
@usableFromInline
struct PendingEvents<Event> {
  /// The maximum number of events that can wait. A transducer that exceeds it probably adds events
  /// forever, so the machine ends with an error.
  @inlinable static var limit: Int { 65_536 }

  @usableFromInline var events: [Event] = []

  @usableFromInline
  init() {}

  /// Removes the event that the machine processes next and returns it. Returns nil if no event
  /// waits.
  @inlinable
  mutating func next() -> Event? { events.popLast() }

  /// Adds an event on top of the stack: the machine processes it before the events that wait.
  @inlinable
  mutating func append(_ event: Event) { events.append(event) }

  @inlinable
  mutating func append(contentsOf new: [Event]) { events.append(contentsOf: new) }

  /// Reverses the events from index `first` on, so that the machine processes them in the order in
  /// which one effect added them. The machine calls this function when the effect has ended.
  ///
  /// - Throws: ``TransducerError/tooManyActionEvents(limit:)`` if more than ``limit`` events wait.
  @inlinable
  mutating func effectHasEnded(first: Int) throws {
    if events.count > Self.limit { throw TransducerError.tooManyActionEvents(limit: Self.limit) }
    if events.count > first + 1 { events[first...].reverse() }
  }
}
