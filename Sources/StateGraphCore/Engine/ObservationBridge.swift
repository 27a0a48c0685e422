import CStateGraphThreads
import Observation

/// An observer that reports a node's changes to Swift's Observation.
///
/// The bridge of a node is created when the node is first read inside `withObservationTracking`.
/// The node owns the bridge, which is always the first in the node's list of subscribers.
final class ObservationBridge: Observer {
  private let registrar = ObservationRegistrar()
  /// The observed node, or nil if the node was deallocated.
  ///
  /// The unretained reference of the superclass is not safe for a bridge, because the node can be
  /// deallocated while the bridge waits in the delivery queue.
  private weak let weakNode: GraphNode?
  /// Whether Observation has tracked a read of the node since the last report. Guarded by the
  /// graph's lock.
  @exclusivity(unchecked) private var isRead = true

  /// The property whose change is reported to Observation. Only its key path is used.
  private var value: Int { 0 }
  private static let keyPath = \ObservationBridge.value

  override var liveNode: GraphNode? { weakNode }

  private init(of node: GraphNode) {
    weakNode = node
    super.init(observing: node, retaining: false) { observer in
      let bridge = unsafeDowncast(observer, to: ObservationBridge.self)
      // Observation expects `willSet` before a change, but the change of a computed node is
      // detected only afterwards. The late call is harmless, because trackers read the value later
      // anyway.
      bridge.registrar.willSet(bridge, keyPath: Self.keyPath)
      bridge.registrar.didSet(bridge, keyPath: Self.keyPath)
      bridge.retireIfUnread()
    }
  }

  /// Cancels this observer if no tracker has read the node since the last report.
  ///
  /// Observation notifies a tracker only once. A tracker that wants further notifications reads the
  /// node again. Without this check, each change would evaluate a computed node that no tracker
  /// reads any more.
  ///
  /// Observation registers a tracker slightly after the tracker's read. So the bridge ends only at
  /// the second report without a read.
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

  /// Reports a read of `node` to Observation, if Observation is tracking reads on this thread.
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

  /// Returns the bridge of `node`, or nil if `node` has none. The caller must hold the graph's
  /// lock.
  private static func existing(of node: GraphNode) -> ObservationBridge? {
    guard node.flags.contains(.bridged), let edge = node.firstSubscriber else { return nil }
    return edge.pointee.subscriber._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: ObservationBridge.self)
    }
  }

  /// Cancels the bridge of `node`. The `deinit` of `node` calls this, because the node owns the
  /// bridge.
  static func detach(from node: GraphNode) {
    Graph.withLock { existing(of: node) }?.cancel()
  }
}

extension ObservationBridge: Observable, @unchecked Sendable {}
// SAFETY: the superclass describes how its fields are guarded. The registrar is Sendable.
