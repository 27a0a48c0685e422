extension Computed {
  /// What a closure is given about its own node.
  public struct Context: ~Copyable {
    @usableFromInline let node: Unmanaged<Computed>

    @inlinable
    @inline(__always)
    init(_ node: Computed) { self.node = .passUnretained(node) }

    /// The result that is being replaced, or nil in the first run. Reading it is no dependency.
    ///
    /// Inside a database write, and in a run beside that of another thread, it is the last result
    /// that was kept, not that of the run before.
    public var previousValue: Value? { node._withUnsafeGuaranteedRef { $0.keptValue } }
  }
}
