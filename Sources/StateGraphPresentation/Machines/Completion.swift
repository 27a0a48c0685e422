/// Calls a closure when a machine has ended.
public struct Completion<Value>: Completable {
  private let closure: (Result<Value, any Error>) -> Void

  /// Creates a completion from a closure, which runs on the actor of the machine.
  public init(_ closure: @escaping (Result<Value, any Error>) -> Void) {
    self.closure = closure
  }

  /// Calls the closure with the result of the machine.
  public func completed(with result: Result<Value, any Error>) { closure(result) }
}
