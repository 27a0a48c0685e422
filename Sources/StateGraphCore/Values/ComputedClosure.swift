/// Contains the user's closure of a computed node.
///
/// The closure is wrapped in an object, so that the node's `deinit` can pass it to ``ReleaseQueue``
/// for a later release.
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
