/// A proxy whose `send` suspends until the machine has processed the event.
///
/// A transducer chooses it by `typealias Proxy = SyncSuspendingProxy<Event>`. An action or an
/// output must not wait for a `send` to its own machine: the machine waits for the action, so both
/// wait until one is cancelled. An operation may wait for a `send`.
public struct SyncSuspendingProxy<Event: Sendable>: TransducerProxy {
  /// The bounded buffer of the events that wait for the machine.
  public let channel: EventChannel<Event>

  /// Creates a proxy.
  ///
  /// - Parameter bufferSize: The maximum number of waiting events, at least 1.
  public init(bufferSize: Int) {
    channel = EventChannel(capacity: bufferSize)
  }

  /// Creates a proxy with a buffer of the default size.
  public init() { self.init(bufferSize: Self.defaultBufferSize) }

  /// A value that sends events to the machine, but cannot cancel it.
  @inlinable public var input: Input { Input(channel: channel) }

  /// Sends an event, and returns when the machine has processed the event, the events of its
  /// actions and their outputs.
  ///
  /// - Throws: ``TransducerError/droppedEvent(capacity:)`` if the buffer is full,
  ///   ``TransducerError/ended`` if the machine has ended or ends before it has processed the
  ///   event, and `CancellationError` if the task is cancelled while it waits. The machine still
  ///   processes the event after such a cancellation.
  public nonisolated(nonsending) func send(_ event: Event) async throws {
    try await input.send(event)
  }

  /// Sends events to the machine of a ``SyncSuspendingProxy``.
  public struct Input: Subject, Sendable {
    @usableFromInline let channel: EventChannel<Event>

    @inlinable
    init(channel: EventChannel<Event>) {
      self.channel = channel
    }

    /// Sends an event, as ``SyncSuspendingProxy/send(_:)`` does.
    public nonisolated(nonsending) func send(_ event: Event) async throws {
      let receipt = FirstOutcome<Void>()
      try channel.send(event, receipt: receipt)
      try await receipt.wait()
    }
  }
}
