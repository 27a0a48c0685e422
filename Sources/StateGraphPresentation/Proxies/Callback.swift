public import StateGraphCore

/// Receives the outputs of a machine and calls a closure with each of them.
///
/// A closure that is isolated to an actor, for example `{ @MainActor value in … }`, runs on this
/// actor. Any other closure runs on the machine's actor, so it may use the state of this actor. The
/// machine waits for the closure. If the closure throws an error, the machine ends.
///
/// A value that is not `Sendable` cannot leave the machine's actor: if the closure is isolated to
/// another actor, the machine ends with ``TransducerError/notSendable``.
public struct Callback<Value>: Subject {
  private typealias Suspending = nonisolated(nonsending) (Value) async throws -> Void

  private enum Closure {
    case synchronous(IsolatedClosure<Value, Void>)
    case asynchronous(Suspending)
  }

  private let closure: Closure

  /// Returns the closure if a machine on `actor` can call it without an `await`, which is cheaper,
  /// or nil if the closure may suspend or is isolated to another actor.
  func synchronous(on actor: any Actor) -> ((Value) throws -> Void)? {
    guard case .synchronous(let closure) = closure else { return nil }
    return closure.onActor(actor)
  }

  /// Creates a receiver from a closure that does not suspend.
  public init(_ closure: @escaping @isolated(any) (Value) throws -> Void) {
    self.closure = .synchronous(IsolatedClosure(closure, isSendable: false))
  }

  /// Creates a receiver from a closure that does not suspend, for values that any actor can
  /// receive.
  public init(_ closure: @escaping @isolated(any) (Value) throws -> Void) where Value: Sendable {
    self.closure = .synchronous(IsolatedClosure(closure, isSendable: true))
  }

  /// Creates a receiver from a closure that may suspend. The machine makes its next transition
  /// after the closure has returned.
  public init(
    _ closure: nonisolated(nonsending) @escaping (Value) async throws -> Void
  ) {
    self.closure = .asynchronous(closure)
  }

  /// Calls the closure with `value`, and waits until it returns.
  ///
  /// - Throws: The error of the closure.
  public nonisolated(nonsending) func send(_ value: Value) async throws {
    switch closure {
    case .synchronous(let closure): try await closure(value)
    case .asynchronous(let closure): try await closure(value)
    }
  }
}

/// Receives the outputs of a machine and ignores them. It is the default output of a machine.
public struct NoCallback<Value>: Subject {
  /// Creates a receiver that ignores every output.
  public init() {}

  /// Ignores `value`.
  public func send(_ value: Value) {}
}

/// Receives values one after the other, such as the outputs of a machine.
///
/// The input of a machine is a subject too, so the output of one machine can be the input of
/// another.
public protocol Subject<Value> {
  /// The type of the values that the subject receives.
  associatedtype Value

  /// Takes a value, and returns when the subject can take the next value.
  ///
  /// The function runs on the actor of its caller.
  ///
  /// - Throws: An error if the subject does not take the value.
  nonisolated(nonsending) func send(_ value: Value) async throws
}

extension GraphBinding: Subject {
  /// Sets the value of the binding, so that a binding can receive the outputs of a machine.
  public func send(_ value: Value) { wrappedValue = value }
}
