/// Sends events to a machine and never suspends its sender: `send` puts the event into a bounded
/// buffer. The input of a ``Proxy`` conforms to this protocol.
public protocol BufferedTransducerInput<Value>: Subject, Sendable {
  /// Puts an event into the buffer of the machine. Any thread may call this function.
  ///
  /// - Throws: ``TransducerError/droppedEvent(capacity:)`` if the buffer is full, and
  ///   ``TransducerError/ended`` if the machine has ended.
  func send(_ event: Value) throws
}
