/// A proxy whose `send` puts the event into a bounded buffer and returns at once.
public struct Proxy<Event: Sendable>: TransducerProxy {
  /// The bounded buffer of the events that wait for the machine.
  public let channel: EventChannel<Event>

  /// Creates a proxy.
  ///
  /// - Parameter bufferSize: The maximum number of waiting events, at least 1. The events that an
  ///   action returns do not count.
  public init(bufferSize: Int) {
    channel = EventChannel(capacity: bufferSize)
  }

  /// Creates a proxy with a buffer of the default size.
  public init() { self.init(bufferSize: Self.defaultBufferSize) }

  /// A value that sends events to the machine, but cannot cancel it.
  @inlinable public var input: Input { Input(channel: channel) }

  /// Puts an event into the buffer. Any thread may call it.
  ///
  /// - Throws: ``TransducerError/droppedEvent(capacity:)`` if the buffer is full, and
  ///   ``TransducerError/ended`` after the end of the machine.
  @inlinable
  public func send(_ event: Event) throws { try channel.send(event) }

  /// Sends events to the machine of a ``Proxy``.
  public struct Input: BufferedTransducerInput {
    @usableFromInline let channel: EventChannel<Event>

    @inlinable
    init(channel: EventChannel<Event>) {
      self.channel = channel
    }

    /// Puts an event into the buffer, as ``Proxy/send(_:)`` does.
    @inlinable
    public func send(_ event: Event) throws { try channel.send(event) }
  }
}
