import CStateGraphThreads
import Observation

/// An observer that reports a node's changes to Swift's Observation.
///
/// It is created when a node is first read inside `withObservationTracking`, and then stays first
/// in the node's list of subscribers. The node owns it.
final class ObservationBridge: Observer {
  private let registrar = ObservationRegistrar()
  /// The observed node. It is weak because the superclass only has an unretained reference, which
  /// is not safe here: the node can be deallocated while this observer waits in the delivery queue.
  private weak let weakNode: GraphNode?
  /// Whether a tracker has read the node since the last report. Guarded by the graph's lock.
  @exclusivity(unchecked) private var isRead = true

  /// The property whose change is reported to Observation. Only its key path is used, not its
  /// value.
  private var value: Int { 0 }
  private static let keyPath = \ObservationBridge.value

  override var liveNode: GraphNode? { weakNode }

  private init(of node: GraphNode) {
    weakNode = node
    super.init(observing: node, retaining: false) { observer in
      let bridge = unsafeDowncast(observer, to: ObservationBridge.self)
      // Observation expects `willSet` before a change. But the graph knows that a computed node has
      // changed only after the change. Calling it late is harmless, because trackers read the value
      // later anyway.
      bridge.registrar.willSet(bridge, keyPath: Self.keyPath)
      bridge.registrar.didSet(bridge, keyPath: Self.keyPath)
      bridge.retireIfUnread()
    }
  }

  /// Cancels this observer if no tracker has read the node since the last report.
  ///
  /// Observation notifies a tracker only once, and the tracker reads the node again if it wants
  /// further notifications. Without this check, a computed node that is not read would be kept up
  /// to date. The bridge ends only at the second report without a read, because Observation
  /// registers a tracker slightly after the tracker's read.
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

  /// Reports to Observation that this thread reads `node`, if Observation is tracking reads on this
  /// thread.
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

  /// Returns the bridge of `node`, or nil if it has none. Call under the graph's lock.
  private static func existing(of node: GraphNode) -> ObservationBridge? {
    guard node.flags.contains(.bridged), let edge = node.firstSubscriber else { return nil }
    return edge.pointee.subscriber._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: ObservationBridge.self)
    }
  }

  /// Cancels the bridge of `node`. The `deinit` of the node calls this.
  static func detach(from node: GraphNode) {
    Graph.withLock { existing(of: node) }?.cancel()
  }
}

extension ObservationBridge: Observable, @unchecked Sendable {}
// SAFETY: as for Observer; the registrar is Sendable.
