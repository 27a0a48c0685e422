/// Receives the result of a machine (a running transducer) when the machine ends.
public protocol Completable<Value> {
  /// The type of the machine's outputs.
  associatedtype Value

  /// Receives the last output, or the error that ended the machine. The machine's actor calls this
  /// function once.
  func completed(with result: Result<Value, any Error>)
}
