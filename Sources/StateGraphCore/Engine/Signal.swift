import CStateGraphThreads

/// A node without a value that represents something outside of the graph, for example the set of
/// rows of a table, or the row with a certain key. Computed nodes can depend on the signal. The
/// owner of the signal calls `publish()` when the represented thing has changed.
@usableFromInline
package final class Signal: GraphNode {
  /// An object that must live as long as a node depends on this signal. The signal only retains it.
  private let kept: AnyObject?

  @usableFromInline
  package init(keeping kept: AnyObject? = nil) {
    self.kept = kept
    super.init(flags: [], .none)
  }

  /// Makes the current evaluation of this thread, if there is one, depend on this signal.
  @usableFromInline
  package func depend() { track() }

  /// Publishes a change of this signal: marks the nodes that depend on it and calls their
  /// observers.
  @usableFromInline
  package func publish() { Graph.publish(self) }

  /// The epoch of the last change of this signal. If a later read returns a higher number, the
  /// signal has changed between the two reads.
  package var changeCount: UInt64 { Graph.withLock { changedAt } }

  /// The name of the thing that this signal represents, for messages, or nil if it has no name.
  /// Call with no lock held.
  package var name: String? { (kept as? any SignalNaming)?.name(of: self) }

  /// Whether the current thread would record a read of a signal as a dependency.
  @usableFromInline
  package static var isTracking: Bool {
    stategraph_thread_current().pointee.tracking != nil || ObservationBridge.isTracking
  }
}

extension Signal: @unchecked Sendable {}
// SAFETY: `kept` is only retained, never used; GraphNode describes how its own state is guarded.
