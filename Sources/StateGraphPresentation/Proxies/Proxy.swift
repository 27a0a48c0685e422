/// Sends events to a machine and cancels it. `send` puts an event into a bounded buffer and returns
/// at once.
public struct Proxy<Event: Sendable>: TransducerProxy {
  /// The bounded buffer in which events wait until the machine takes them.
  public let channel: EventChannel<Event>

  /// Creates a proxy for a machine that starts later.
  ///
  /// - Parameters:
  ///   - bufferSize: The maximum number of events that wait in the buffer, at least 1. The
  ///     events that an action returns do not count.
  ///   - initialEvent: An event that waits in the buffer already, so that it is the machine's first
  ///     event, or nil for an empty buffer.
  public init(bufferSize: Int = Self.defaultBufferSize, initialEvent: Event? = nil) {
    channel = EventChannel(capacity: bufferSize, initialEvent: initialEvent)
  }

  /// Creates a proxy with a buffer of the default size.
  public init() { self.init(bufferSize: Self.defaultBufferSize) }

  /// A value that sends events to the machine but cannot cancel the machine.
  @inlinable public var input: Input { Input(channel: channel) }

  /// Puts an event into the buffer of the machine. Any thread may call this function.
  ///
  /// - Throws: ``TransducerError/droppedEvent(capacity:)`` if the buffer is full, and
  ///   ``TransducerError/ended`` if the machine has ended.
  @inlinable
  public func send(_ event: Event) throws { try channel.send(event) }

  /// Sends events to the machine of a ``Proxy``, but cannot cancel the machine.
  public struct Input: BufferedTransducerInput {
    @usableFromInline let channel: EventChannel<Event>

    @inlinable
    init(channel: EventChannel<Event>) {
      self.channel = channel
    }

    /// Puts an event into the buffer of the machine, as ``Proxy/send(_:)`` does.
    @inlinable
    public func send(_ event: Event) throws { try channel.send(event) }
  }
}
