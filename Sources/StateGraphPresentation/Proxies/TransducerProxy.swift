/// Sends events to a machine (a running transducer) and cancels it. The two implementations are
/// ``Proxy`` and ``SyncSuspendingProxy``.
///
/// A proxy can be created before its machine starts. Events that are sent before the start wait in
/// the buffer. A proxy serves only one `run`.
public protocol TransducerProxy<Event>: Sendable, Identifiable where ID == ObjectIdentifier {
  /// The type of the events that the machine processes.
  associatedtype Event: Sendable
  /// The type of ``input``, which sends events but cannot cancel the machine.
  associatedtype Input: Subject, Sendable where Input.Value == Event

  /// Creates a proxy whose buffer has room for ``defaultBufferSize`` events.
  init()

  /// A value that sends events to the machine but cannot cancel the machine. Operations receive it.
  var input: Input { get }

  /// The queue of events between the proxy and the machine. Only this library uses its contents.
  var channel: EventChannel<Event> { get }
}

extension TransducerProxy {
  /// The number of events that can wait in a proxy which is created without a size: 1,024.
  public static var defaultBufferSize: Int { 1_024 }

  /// Identifies the proxy. All copies of a proxy have the same id.
  public var id: ObjectIdentifier { ObjectIdentifier(channel) }

  /// Ends the machine: its `run` throws `error`, or ``TransducerError/cancelled`` if `error` is
  /// nil.
  ///
  /// When this function returns, all operations are cancelled. The machine stops before its next
  /// transition. If the machine has ended or was cancelled before, the call does nothing. Any
  /// thread may call this function.
  public func cancel(with error: (any Error)? = nil) {
    channel.close(error ?? TransducerError.cancelled)
  }
}

/// Sends events to a machine and never suspends its sender: `send` puts the event into a bounded
/// buffer. The input of a ``Proxy`` conforms to this protocol.
public protocol BufferedTransducerInput<Value>: Subject, Sendable {
  /// Puts an event into the buffer of the machine. Any thread may call this function.
  ///
  /// - Throws: ``TransducerError/droppedEvent(capacity:)`` if the buffer is full, and
  ///   ``TransducerError/ended`` if the machine has ended.
  func send(_ event: Value) throws
}
