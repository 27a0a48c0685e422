import StateGraphThreads

/// The part of a computed node that knows no value type: its dependencies and how they are
/// validated.
public class ComputedNode: GraphNode {
  /// In the order in which they were read. Guarded by ``Graph/lock``; see ``Edge`` for the one
  /// exception.
  final var firstDependency: EdgePointer?
  /// Counts replacements of the dependency list, so that a walk that was interrupted by an
  /// evaluation notices. Guarded by ``Graph/lock``.
  final var dependencyGeneration: UInt32 = 0

  override final var asComputed: ComputedNode? { self }

  init(_ origin: NodeOrigin) {
    super.init(flags: .dirty, origin)
  }

  deinit {
    // Out of every list first, then release: a release can run any `deinit`.
    let dependencies = Graph.lock.withLock { takeDependencies(from: firstDependency) }
    Release.later(dependencies)
  }

  /// Runs the closure with `evaluation` recording its reads, and keeps the value. Returns whether
  /// the value differs from the one before. Overridden by ``Computed``.
  func evaluateAndStore() -> Bool {
    preconditionFailure("ComputedNode is abstract: make a Computed.")
  }

  /// Removes this node from the lists of the dependencies at and behind `edge`. Call under
  /// ``Graph/lock`` and release the result after unlocking.
  final func takeDependencies(from edge: EdgePointer?) -> [Unmanaged<GraphNode>] {
    var released: [Unmanaged<GraphNode>] = []
    var next = edge
    while let current = next {
      next = current.pointee.nextDependency
      released.append(current.pointee.dependency)
      Graph.destroyEdge(current)
    }
    return released
  }
}
