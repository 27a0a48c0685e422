/// Sends events to a machine and cancels it. The two implementations are ``Proxy`` and
/// ``SyncSuspendingProxy``.
///
/// A proxy can be created before its machine starts. Events that are sent before the start wait in
/// the buffer. A proxy serves only one `run`.
public protocol TransducerProxy<Event>: Sendable, Identifiable where ID == ObjectIdentifier {
  /// The type of the events.
  associatedtype Event: Sendable
  /// The type of ``input``, which sends events but cannot cancel the machine.
  associatedtype Input: Subject, Sendable where Input.Value == Event

  /// Creates a proxy whose buffer has the default capacity, ``defaultBufferSize``.
  init()

  /// A value that sends events to the machine, but cannot cancel it. Operations receive it.
  var input: Input { get }

  /// The queue of events that the machine reads. Only this library uses its contents.
  var channel: EventChannel<Event> { get }
}

extension TransducerProxy {
  /// The maximum number of waiting events of a proxy that is created without a size: 1,024.
  public static var defaultBufferSize: Int { 1_024 }

  /// Identifies the proxy: copies of a proxy have one identity.
  public var id: ObjectIdentifier { ObjectIdentifier(channel) }

  /// Ends the machine: its `run` throws `error`, or ``TransducerError/cancelled`` if `error` is
  /// nil.
  ///
  /// All operations are cancelled before this function returns. The machine stops before its next
  /// transition. If the machine has already ended or was cancelled before, the call does nothing.
  /// Any thread may call it.
  public func cancel(with error: (any Error)? = nil) {
    channel.close(error ?? TransducerError.cancelled)
  }
}
