/// Explains whether a computed node is up to date, and why.
///
/// The explanation lists the nodes that the closure read in its last run. For each of them, it
/// shows whether the node has changed since that run. The graph does not record why the closure
/// last ran. To find that out, use ``withGraphTrace(_:)``.
public struct NodeExplanation: Sendable, Hashable, CustomStringConvertible {
  /// A node that the closure read in its last run.
  public struct Dependency: Sendable, Hashable {
    /// The node that the closure read.
    public let node: NodeReference
    /// Whether the dependency has changed since the closure read it.
    ///
    /// If true, the next read of the explained node runs the closure.
    public let hasChanged: Bool
    /// Whether the dependency's cached value is up to date.
    ///
    /// If false, the next read of the explained node first brings the dependency up to date.
    public let isUpToDate: Bool
  }

  /// The computed node that this explanation describes.
  public let node: NodeReference
  /// Whether the cached value is up to date. If so, the next read of the node does not run the
  /// closure.
  public let isUpToDate: Bool
  /// The nodes that the closure read in its last run, in the order of reading.
  ///
  /// Empty before the first run, and while a thread is running the closure.
  public let dependencies: [Dependency]
  /// The number of nodes and observers that directly depend on the node.
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
  /// Returns the nodes that the closure read in its last run, and which of them have changed since.
  ///
  /// This function runs no closure. It locks the graph until it returns, so use it for debugging
  /// only.
  public final func explain() -> NodeExplanation {
    Graph.withLock {
      var dependencies: [NodeExplanation.Dependency] = []
      // While the closure runs, only the evaluating thread may use the list of dependencies.
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
