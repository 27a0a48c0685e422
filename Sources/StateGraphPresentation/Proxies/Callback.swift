/// A subject that calls a closure with each value.
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

  /// The closure, or nil if it may suspend. A machine calls it without an `await`, which is
  /// cheaper.
  var synchronous: ((Value) throws -> Void)? {
    guard case .synchronous(let closure) = closure else { return nil }
    return closure
  }

  /// Creates a subject from a closure that does not suspend.
  public init(_ closure: @escaping (Value) throws -> Void) {
    self.closure = .synchronous(closure)
  }

  /// Creates a subject from a closure that may suspend. The machine waits until it returns.
  public init(
    _ closure: nonisolated(nonsending) @escaping (Value) async throws -> Void
  ) {
    self.closure = .asynchronous(closure)
  }

  /// Calls the closure with `value`, and waits for it if it suspends.
  ///
  /// - Throws: The error of the closure.
  public nonisolated(nonsending) func send(_ value: Value) async throws {
    switch closure {
    case .synchronous(let closure): try closure(value)
    case .asynchronous(let closure): try await closure(value)
    }
  }
}
