import CStateGraphThreads
import Observation

/// An observer that reports a node's changes to Swift's Observation.
///
/// It is created when a node is first read under `withObservationTracking`, and stays the node's
/// first subscriber. The node owns it.
final class ObservationBridge: Observer {
  private let registrar = ObservationRegistrar()
  /// The superclass holds an unretained reference, which is not safe here: the node can be
  /// deallocated while this observer waits for its delivery.
  private weak let weakNode: GraphNode?
  /// Whether the node was read after the last report to the trackers. Guarded by the graph's lock.
  @exclusivity(unchecked) private var isRead = true

  /// The property whose change is reported. Its value is never used.
  private var value: Int { 0 }
  private static let keyPath = \ObservationBridge.value

  override var liveNode: GraphNode? { weakNode }

  private init(of node: GraphNode) {
    weakNode = node
    super.init(observing: node, retaining: false) { observer in
      let bridge = unsafeDowncast(observer, to: ObservationBridge.self)
      // Observation expects `willSet` before the change. The change of a computed node is known
      // only after it happened, and trackers read the value later anyway.
      bridge.registrar.willSet(bridge, keyPath: Self.keyPath)
      bridge.registrar.didSet(bridge, keyPath: Self.keyPath)
      bridge.retireIfUnread()
    }
  }

  /// Ends the observation if no tracker has read the node since the last report.
  ///
  /// A tracker is told once, and reads again if it wants to continue. Without this check a computed
  /// node would be kept up to date for no reader. The check waits for the second unread report,
  /// because Observation registers a tracker slightly after its read.
  private func retireIfUnread() {
    let isUnread = Graph.withLock {
      defer { isRead = false }
      guard !isRead, let node = weakNode, Self.existing(of: node) === self else { return false }
      node.flags = node.flags.subtracting(.bridged)
      return true
    }
    if isUnread { cancel() }
  }

  static var isTracking: Bool {
    stategraph_is_observation_in_use() != 0 && ObservationProbe.isTracking
  }

  /// Reports a read of `node` on this thread to Observation, if Observation is tracking.
  @inline(never)
  static func access(_ node: GraphNode) {
    guard ObservationProbe.isTracking else { return }
    let bridge = bridge(of: node)
    Graph.withLock { bridge.isRead = true }
    bridge.registrar.access(bridge, keyPath: keyPath)
  }

  private static func bridge(of node: GraphNode) -> ObservationBridge {
    if let found = Graph.withLock({ existing(of: node) }) { return found }
    let made = ObservationBridge(of: node)
    made.skipCurrentValue()
    return Graph.withLock {
      if let found = existing(of: node) { return found }
      node.flags = node.flags.union(.bridged)
      made.attachFirst()
      return made
    }
  }

  /// Call under the graph's lock.
  private static func existing(of node: GraphNode) -> ObservationBridge? {
    guard node.flags.contains(.bridged), let edge = node.firstSubscriber else { return nil }
    return edge.pointee.subscriber._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: ObservationBridge.self)
    }
  }

  /// Called by the node's `deinit`.
  static func detach(from node: GraphNode) {
    Graph.withLock { existing(of: node) }?.cancel()
  }
}

extension ObservationBridge: Observable, @unchecked Sendable {}
// SAFETY: as for Observer; the registrar is Sendable.
