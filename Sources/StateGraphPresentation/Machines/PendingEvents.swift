/// The events that actions have returned and the machine has not processed.
///
/// The events of an action are processed in the written order, and before those that already wait.
/// Therefore they lie behind those, in the reversed order: the last event is the next.
@usableFromInline
struct PendingEvents<Event> {
  /// How many events may wait. A transducer that exceeds it has no end.
  @inlinable static var limit: Int { 65_536 }

  @usableFromInline var events: [Event] = []

  @usableFromInline
  init() {}

  /// Removes and returns the next event.
  @inlinable
  mutating func next() -> Event? { events.popLast() }

  /// Adds an event, which is the next.
  @inlinable
  mutating func append(_ event: Event) { events.append(event) }

  @inlinable
  mutating func append(contentsOf new: [Event]) { events.append(contentsOf: new) }

  /// The effect of a transition has appended the events from `first` on, in the written order.
  @inlinable
  mutating func effectHasEnded(first: Int) throws {
    if events.count > Self.limit { throw TransducerError.tooManyActionEvents(limit: Self.limit) }
    if events.count > first + 1 { events[first...].reverse() }
  }
}
