/// The user's closure of a computed node. The box allows the node to release it after the node's
/// own `deinit`.
@usableFromInline
class ComputedClosure<Value> {
  @usableFromInline final let compute: @Sendable (inout Computed<Value>.Context) -> Value

  @inlinable
  init(_ compute: @escaping @Sendable (inout Computed<Value>.Context) -> Value) {
    self.compute = compute
  }
}

/// A closure with the user's own comparison.
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
