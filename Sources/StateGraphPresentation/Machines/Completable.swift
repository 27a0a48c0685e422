/// Receives the result of a machine when the machine ends.
public protocol Completable<Value> {
  /// The type of the machine's output.
  associatedtype Value

  /// Called once on the machine's actor, with the last output or with the error that ended the
  /// machine.
  func completed(with result: Result<Value, any Error>)
}
