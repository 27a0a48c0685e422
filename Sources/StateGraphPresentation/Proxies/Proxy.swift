/// A proxy whose `send` puts the event into a bounded buffer and returns at once.
public struct Proxy<Event: Sendable>: TransducerProxy {
  public let channel: EventChannel<Event>

  /// Creates a proxy.
  ///
  /// - Parameter bufferSize: How many events can wait, at least 1. The events that an action
  ///   returns do not count.
  public init(bufferSize: Int) {
    channel = EventChannel(capacity: bufferSize)
  }

  public init() { self.init(bufferSize: Self.defaultBufferSize) }

  public var input: Input { Input(channel: channel) }

  /// Puts an event into the buffer. Any thread may call it.
  ///
  /// - Throws: ``TransducerError/droppedEvent(capacity:)`` if the buffer is full, and
  ///   ``TransducerError/ended`` after the end of the machine.
  public func send(_ event: Event) throws { try channel.send(event) }

  /// Sends events to the machine of a ``Proxy``.
  public struct Input: BufferedTransducerInput {
    let channel: EventChannel<Event>

    public func send(_ event: Event) throws { try channel.send(event) }
  }
}
