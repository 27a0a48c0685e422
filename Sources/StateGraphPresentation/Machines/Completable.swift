/// Is told how a machine ended.
public protocol Completable<Value> {
  /// The output of the machine.
  associatedtype Value

  /// Called once, on the actor of the machine: with the last output, or with the error that ended
  /// the machine.
  func completed(with result: Result<Value, any Error>)
}
