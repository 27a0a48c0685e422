/// Receives the outputs of a machine and ignores them. It is the default output of a machine.
public struct NoCallback<Value>: Subject {
  /// Creates a receiver that ignores every output.
  public init() {}

  /// Ignores `value`.
  public func send(_ value: Value) {}
}
