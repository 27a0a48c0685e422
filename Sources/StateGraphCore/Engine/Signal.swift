import CStateGraphThreads

/// A node without a value, which represents something outside of the graph: for example the set of
/// rows of a table, or the rows with a certain key. Computed nodes can depend on it, and its owner
/// publishes its changes.
@usableFromInline
package final class Signal: GraphNode {
  /// An object that has to live as long as a node depends on this signal.
  private let kept: AnyObject?

  @usableFromInline
  package init(keeping kept: AnyObject? = nil) {
    self.kept = kept
    super.init(flags: [], .none)
  }

  /// Makes the current thread's evaluation, if there is one, depend on this signal.
  @usableFromInline
  package func depend() { track() }

  /// Publishes a change of this signal alone.
  @usableFromInline
  package func publish() { Graph.publish(self) }

  /// The epoch of the last change. A later, higher result means that a change happened in between.
  package var changeCount: UInt64 { Graph.withLock { changedAt } }

  /// A readable name of what this signal represents, or nil if it has none. Call with no lock held.
  package var name: String? { (kept as? any SignalNaming)?.name(of: self) }

  /// Whether a read of a signal on this thread would be recorded now.
  @usableFromInline
  package static var isTracking: Bool {
    stategraph_thread_current().pointee.tracking != nil || ObservationBridge.isTracking
  }
}

extension Signal: @unchecked Sendable {}
// SAFETY: `kept` is only retained, never used; GraphNode describes how its own state is guarded.
