extension Computed {
  /// Gives the closure of a computed node access to information about the node.
  public struct Context: ~Copyable {
    @usableFromInline let node: Unmanaged<Computed>

    @inlinable
    @inline(__always)
    init(_ node: Computed) { self.node = .passUnretained(node) }

    /// The node's previous result, or nil in the first run. Reading it creates no dependency.
    ///
    /// This is the last result that was cached. The results of runs inside a database write are not
    /// cached, and neither is a result that is computed while another thread evaluates the node. So
    /// this can be older than the result of the previous run.
    public var previousValue: Value? { node._withUnsafeGuaranteedRef { $0.keptValue } }
  }
}
