/// Calls a closure with the result of a machine when the machine has ended. Pass it to the
/// initialiser of an ``ObservableTransducer``.
public struct Completion<Value>: Completable {
  private let closure: (Result<Value, any Error>) -> Void

  /// Creates a completion that calls `closure` on the actor of the machine.
  public init(_ closure: @escaping (Result<Value, any Error>) -> Void = { _ in }) {
    self.closure = closure
  }

  /// Creates a completion that passes the result to an object of the app.
  public init(_ receiver: some Completable<Value>) {
    closure = { receiver.completed(with: $0) }
  }

  /// Calls the closure with the machine's last output, or with the error that ended the machine.
  public func completed(with result: Result<Value, any Error>) { closure(result) }
}

/// Receives the result of a machine (a running transducer) when the machine ends.
public protocol Completable<Value> {
  /// The type of the machine's outputs.
  associatedtype Value

  /// Receives the last output, or the error that ended the machine. The machine's actor calls this
  /// function once.
  func completed(with result: Result<Value, any Error>)
}
