/// Receives the outputs of a machine and calls a closure with each of them.
///
/// The closure runs on the machine's actor, so it may use the state of this actor. If the closure
/// throws an error, the machine ends.
public struct Callback<Value>: Subject {
  private typealias Suspending = nonisolated(nonsending) (Value) async throws -> Void

  private enum Closure {
    case synchronous((Value) throws -> Void)
    case asynchronous(Suspending)
  }

  private let closure: Closure

  /// The closure if it does not suspend, or nil if it may suspend. A machine calls a closure that
  /// does not suspend without an `await`, which is cheaper.
  var synchronous: ((Value) throws -> Void)? {
    guard case .synchronous(let closure) = closure else { return nil }
    return closure
  }

  /// Creates a receiver from a closure that does not suspend.
  public init(_ closure: @escaping (Value) throws -> Void) {
    self.closure = .synchronous(closure)
  }

  /// Creates a receiver from a closure that may suspend. The machine makes its next transition
  /// after the closure has returned.
  public init(
    _ closure: nonisolated(nonsending) @escaping (Value) async throws -> Void
  ) {
    self.closure = .asynchronous(closure)
  }

  /// Calls the closure with `value`. If the closure suspends, waits until it returns.
  ///
  /// - Throws: The error of the closure.
  public nonisolated(nonsending) func send(_ value: Value) async throws {
    switch closure {
    case .synchronous(let closure): try closure(value)
    case .asynchronous(let closure): try await closure(value)
    }
  }
}
