extension Computed {
  /// The information that a closure receives about its own node.
  public struct Context: ~Copyable {
    @usableFromInline let node: Unmanaged<Computed>

    @inlinable
    @inline(__always)
    init(_ node: Computed) { self.node = .passUnretained(node) }

    /// The result that this run replaces, or nil in the first run. Reading it creates no
    /// dependency.
    ///
    /// Inside a database write, and while another thread evaluates the same node, this is the last
    /// cached result, which can be older than the result of the previous run.
    public var previousValue: Value? { node._withUnsafeGuaranteedRef { $0.keptValue } }
  }
}
