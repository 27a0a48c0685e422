/// Contains the user's closure of a computed node.
///
/// It is an object, so that the node's `deinit` can pass it to ``ReleaseQueue``, which releases it
/// later.
@usableFromInline
class ComputedClosure<Value> {
  @usableFromInline final let compute: @Sendable (inout Computed<Value>.Context) -> Value

  @inlinable
  init(_ compute: @escaping @Sendable (inout Computed<Value>.Context) -> Value) {
    self.compute = compute
  }
}

/// Contains the user's closure of a computed node, and the user's function that compares two
/// results.
@usableFromInline
class ComparingClosure<Value>: ComputedClosure<Value> {
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
