/// The user's closure of a computed node, boxed so that it can be released when the node's own
/// destruction is over.
@usableFromInline
class ComputedClosure<Value> {
  @usableFromInline final let compute: @Sendable (inout Computed<Value>.Context) -> Value

  @inlinable
  init(_ compute: @escaping @Sendable (inout Computed<Value>.Context) -> Value) {
    self.compute = compute
  }
}

/// The same with the user's own idea of equality.
@usableFromInline
final class ComparingClosure<Value>: ComputedClosure<Value> {
  @usableFromInline final let areEqual: @Sendable (Value, Value) -> Bool

  @inlinable
  init(
    _ compute: @escaping @Sendable (inout Computed<Value>.Context) -> Value,
    areEqual: @escaping @Sendable (Value, Value) -> Bool
  ) {
    self.areEqual = areEqual
    super.init(compute)
  }
}
