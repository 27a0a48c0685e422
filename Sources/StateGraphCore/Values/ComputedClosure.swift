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

extension Computed {
  /// What the closure of a computed node can ask of its node: the previous result, and reads
  /// without a dependency.
  public struct Context: ~Copyable {
    @usableFromInline let node: Unmanaged<Computed>

    @inlinable
    @inline(__always)
    init(_ node: Computed) { self.node = .passUnretained(node) }

    /// The last result that was cached, or nil if there is none. Reading it creates no dependency.
    ///
    /// A run inside a database write, or while another thread evaluates the node, does not cache
    /// its result. So this value can be older than the result of the previous run.
    public var previousValue: Value? { node._withUnsafeGuaranteedRef { $0.keptValue } }

    /// Runs `body` without making the nodes that it reads dependencies of the computed node, as
    /// ``withoutGraphTracking(_:)`` does.
    public func withoutTracking<Result>(_ body: () throws -> Result) rethrows -> Result {
      try withoutGraphTracking(body)
    }
  }
}
