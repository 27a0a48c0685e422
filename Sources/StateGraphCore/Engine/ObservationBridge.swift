import CStateGraphThreads
import Observation

/// Carries a node's changes to those who read it under Swift's `withObservationTracking`.
///
/// Made for a node at its first read there, and from then on its first subscriber; the node owns
/// it.
final class ObservationBridge: Observer {
  private let registrar = ObservationRegistrar()
  /// Not the raw reference that the base has: the node may be going while this waits for delivery.
  private weak let weakNode: GraphNode?
  /// Whether somebody has read the node since trackers were last told. Guarded by the graph's lock.
  @exclusivity(unchecked) private var isRead = true

  /// What trackers are told has changed; nobody reads it.
  private var value: Int { 0 }
  private static let keyPath = \ObservationBridge.value

  override var liveNode: GraphNode? { weakNode }

  private init(of node: GraphNode) {
    weakNode = node
    super.init(observing: node, retaining: false) { observer in
      let bridge = unsafeDowncast(observer, to: ObservationBridge.self)
      // Observation tells before a change. A computed node's is known only afterwards, and trackers
      // read again later anyway.
      bridge.registrar.willSet(bridge, keyPath: Self.keyPath)
      bridge.registrar.didSet(bridge, keyPath: Self.keyPath)
      bridge.retireIfUnread()
    }
  }

  /// Trackers are told once, and read again if they want to go on. Without that a computed node
  /// would be kept up to date for nobody. Not at once: a tracker that has read is heard of by
  /// Observation only a little later.
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

  /// Tells Observation that this thread reads `node`, if it wants to know.
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
// SAFETY: as Observer's; the registrar is Sendable.
