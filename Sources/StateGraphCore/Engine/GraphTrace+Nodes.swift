extension GraphTrace {
  @inline(never)
  static func didChange(_ node: GraphNode) { record(.changed(node.reference)) }

  /// Returns the dependencies of `node` that have changed since `node` last read them.
  ///
  /// Call this function before the closure of `node` runs again. The caller must hold the graph's
  /// lock.
  @inline(never)
  static func causes(of node: ComputedNode) -> [NodeReference] {
    var causes: [NodeReference] = []
    var edge = node.firstDependency
    while let current = edge {
      edge = current.pointee.nextDependency
      current.pointee.dependency._withUnsafeGuaranteedRef {
        if $0.changedAt != current.pointee.seen { causes.append($0.reference) }
      }
    }
    return causes
  }

  @inline(never)
  static func didEvaluate(
    _ node: ComputedNode,
    because causes: [NodeReference],
    changed: Bool
  ) {
    record(.evaluated(node.reference, because: causes, changed: changed))
  }

  @inline(never)
  static func didDeliver(_ node: GraphNode) { record(.observed(node.reference)) }
}
