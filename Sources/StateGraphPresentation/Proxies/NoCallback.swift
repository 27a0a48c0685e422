/// A subject that ignores every value. It is the default output of a machine.
public struct NoCallback<Value>: Subject {
  /// Creates the subject.
  public init() {}

  /// Does nothing.
  public func send(_ value: Value) {}
}
