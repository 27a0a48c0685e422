/// A subject that never suspends its sender: it puts the value into a bounded buffer.
public protocol BufferedTransducerInput<Value>: Subject, Sendable {
  /// Puts an event into the buffer. Any thread may call it.
  ///
  /// - Throws: ``TransducerError/droppedEvent(capacity:)`` if the buffer is full, and
  ///   ``TransducerError/ended`` after the end of the machine.
  func send(_ event: Value) throws
}
