/// Sends events to a machine and cancels it. `send` puts an event into a bounded buffer and returns
/// at once.
public struct Proxy<Event: Sendable>: TransducerProxy {
  /// The bounded buffer in which events wait until the machine takes them.
  public let channel: EventChannel<Event>

  /// Creates a proxy for a machine that starts later.
  ///
  /// - Parameter bufferSize: The maximum number of events that wait in the buffer, at least 1. The
  ///   events that an action returns do not count.
  public init(bufferSize: Int) {
    channel = EventChannel(capacity: bufferSize)
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
