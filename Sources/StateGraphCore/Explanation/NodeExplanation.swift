/// The state of a computed node: the dependencies of its last run, which of them have changed
/// since, and whether the next read has to run the closure.
///
/// The graph does not record which dependency caused the last run. ``withGraphTrace(_:)`` does.
public struct NodeExplanation: Sendable, Hashable, CustomStringConvertible {
  /// A node that the last run has read.
  public struct Dependency: Sendable, Hashable {
    /// The node that was read.
    public let node: NodeReference
    /// Whether the node has changed since that run. If so, the next read runs the closure.
    public let hasChanged: Bool
    /// Whether the node's own value is up to date. If not, the next read validates that node first.
    public let isUpToDate: Bool
  }

  /// The explained node.
  public let node: NodeReference
  /// Whether the cached value is up to date.
  public let isUpToDate: Bool
  /// The dependencies of the last run, in the order of reading. Empty before the first run and
  /// while another thread is evaluating the node.
  public let dependencies: [Dependency]
  /// The number of nodes and observers that depend on the node directly.
  public let dependentCount: Int

  public var description: String {
    let lines = dependencies.map { dependency in
      let state =
        dependency.hasChanged
        ? "has changed since" : dependency.isUpToDate ? "has not changed" : "may have changed"
      return "  read \(dependency.node), which \(state)"
    }
    let state = isUpToDate ? "is up to date" : "is out of date"
    return (["\(node) \(state); \(dependentCount) depend on it"] + lines).joined(separator: "\n")
  }
}

extension ComputedNode {
  /// Returns the dependencies of the last run, and which of them have changed since. Runs no
  /// closure.
  public final func explain() -> NodeExplanation {
    Graph.withLock {
      var dependencies: [NodeExplanation.Dependency] = []
      // During an evaluation the dependency list belongs to the evaluating thread.
      var edge = flags.contains(.evaluating) ? nil : firstDependency
      while let current = edge {
        edge = current.pointee.nextDependency
        current.pointee.dependency._withUnsafeGuaranteedRef { dependency in
          dependencies.append(
            NodeExplanation.Dependency(
              node: dependency.reference,
              hasChanged: dependency.changedAt != current.pointee.seen,
              isUpToDate: dependency.isUpToDate
            )
          )
        }
      }
      var dependentCount = 0
      var subscription = firstSubscriber
      while let current = subscription {
        subscription = current.pointee.nextSubscriber
        dependentCount += 1
      }
      return NodeExplanation(
        node: reference,
        isUpToDate: isUpToDate,
        dependencies: dependencies,
        dependentCount: dependentCount
      )
    }
  }
}
