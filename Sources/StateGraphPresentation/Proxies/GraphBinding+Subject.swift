public import StateGraphCore

extension GraphBinding: Subject {
  /// Sets the value of the binding, so that a binding can receive the outputs of a machine.
  public func send(_ value: Value) { wrappedValue = value }
}
