/// Stands for a machine: sends events to it and cancels it. ``Proxy`` and ``SyncSuspendingProxy``
/// are the two that exist.
///
/// A proxy exists before its machine and after it. Events that are sent before the machine starts
/// wait in the buffer. A proxy serves one `run`.
public protocol TransducerProxy<Event>: Sendable, Identifiable where ID == ObjectIdentifier {
  /// The type of the events.
  associatedtype Event: Sendable
  /// What sends events, and cannot cancel.
  associatedtype Input: Subject, Sendable where Input.Value == Event

  /// Creates a proxy whose buffer has the default capacity, ``defaultBufferSize``.
  init()

  /// What sends events to the machine.
  var input: Input { get }

  /// The queue of events that the machine reads. It is opaque.
  var channel: EventChannel<Event> { get }
}

extension TransducerProxy {
  /// How many events can wait if the proxy is created without a size: 1,024.
  public static var defaultBufferSize: Int { 1_024 }

  /// Identifies the proxy: copies of a proxy have one identity.
  public var id: ObjectIdentifier { ObjectIdentifier(channel) }

  /// Ends the machine: its `run` throws `error`, or ``TransducerError/cancelled`` if it is nil.
  ///
  /// Operations are cancelled before this function returns. The machine stops before its next
  /// transition. A second call, and a call after the end, do nothing. Any thread may call it.
  public func cancel(with error: (any Error)? = nil) {
    channel.close(error ?? TransducerError.cancelled)
  }
}
