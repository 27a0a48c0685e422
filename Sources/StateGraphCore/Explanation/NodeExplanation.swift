/// Why a computed node last ran, and what it has to do before its next read.
///
/// What each dependency is stands in the graph anyway; *which of them made it run* has to be
/// recorded: see ``withGraphTrace(_:)``.
public struct NodeExplanation: Sendable, Hashable, CustomStringConvertible {
  /// A node that was read in the last run.
  public struct Dependency: Sendable, Hashable {
    /// Which one.
    public let node: NodeReference
    /// Whether it has changed since that run: then the next read runs the closure.
    public let hasChanged: Bool
    /// Whether it is itself out of date: then the next read finds out first.
    public let isUpToDate: Bool
  }

  /// The node that is explained.
  public let node: NodeReference
  /// Whether the kept value is up to date.
  public let isUpToDate: Bool
  /// What its last run read, in order. Empty before the first run.
  public let dependencies: [Dependency]
  /// How many nodes and observers depend on it directly.
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
  /// What the last run has read, and what of it has changed since; nothing while another run is
  /// under way. Runs nothing.
  public final func explain() -> NodeExplanation {
    Graph.withLock {
      var dependencies: [NodeExplanation.Dependency] = []
      // While a thread evaluates the node, the notes in its list are that thread's.
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
