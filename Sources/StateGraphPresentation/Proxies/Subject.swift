public import StateGraphCore

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
