/// Sends events to a machine and cancels it. `send` suspends until the machine has processed the
/// event.
///
/// A transducer chooses this proxy by `typealias Proxy = SyncSuspendingProxy<Event>`. An action or
/// an output must not wait for a `send` to its own machine: the machine waits for the action, so
/// both wait until one is cancelled. An operation may wait for a `send`.
public struct SyncSuspendingProxy<Event: Sendable>: TransducerProxy {
  /// The bounded buffer in which events wait until the machine takes them.
  public let channel: EventChannel<Event>

  /// Creates a proxy for a machine that starts later.
  ///
  /// - Parameters:
  ///   - bufferSize: The maximum number of events that wait in the buffer, at least 1.
  ///   - initialEvent: An event that waits in the buffer already, so that it is the machine's first
  ///     event, or nil for an empty buffer.
  public init(bufferSize: Int = Self.defaultBufferSize, initialEvent: Event? = nil) {
    channel = EventChannel(capacity: bufferSize, initialEvent: initialEvent)
  }

  /// Creates a proxy with a buffer of the default size.
  public init() { self.init(bufferSize: Self.defaultBufferSize) }

  /// A value that sends events to the machine but cannot cancel the machine.
  @inlinable public var input: Input { Input(channel: channel) }

  /// Sends an event and suspends. Returns when the machine has processed the event and the events
  /// that its actions return, and has sent the outputs of all these transitions.
  ///
  /// - Throws: ``TransducerError/droppedEvent(capacity:)`` if the buffer is full,
  ///   ``TransducerError/ended`` if the machine has ended or ends before it has processed the
  ///   event, and `CancellationError` if the task is cancelled while it waits. The machine still
  ///   processes the event after such a cancellation.
  public nonisolated(nonsending) func send(_ event: Event) async throws {
    try await input.send(event)
  }

  /// Sends events to the machine of a ``SyncSuspendingProxy``, but cannot cancel the machine.
  public struct Input: Subject, Sendable {
    @usableFromInline let channel: EventChannel<Event>

    @inlinable
    init(channel: EventChannel<Event>) {
      self.channel = channel
    }

    /// Sends an event and waits until the machine has processed it, as
    /// ``SyncSuspendingProxy/send(_:)`` does.
    public nonisolated(nonsending) func send(_ event: Event) async throws {
      let receipt = FirstOutcome<Void>()
      try channel.send(event, receipt: receipt)
      try await receipt.wait()
    }
  }
}
