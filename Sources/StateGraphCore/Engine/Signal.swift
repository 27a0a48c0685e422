import CStateGraphThreads

/// A node without a value: something that computed nodes can depend on and that can be said to have
/// changed. A table's membership, say, or the rows that match a key.
@usableFromInline
package final class Signal: GraphNode {
  /// What has to live for as long as somebody depends on this.
  private let kept: AnyObject?

  @usableFromInline
  package init(keeping kept: AnyObject? = nil) {
    self.kept = kept
    super.init(flags: [], .none)
  }

  /// Makes the evaluation on this thread, if there is one, depend on this signal.
  @usableFromInline
  package func depend() { track() }

  /// Says that what this stands for has changed, and nothing else has.
  @usableFromInline
  package func publish() { Graph.publish(self) }

  /// The epoch of the last change, for comparing with a later answer.
  package var changeCount: UInt64 { Graph.withLock { changedAt } }

  /// What this stands for, in words for people, or nil where nobody said. Call with no lock held.
  package var name: String? { (kept as? any SignalNaming)?.name(of: self) }

  /// Whether somebody would depend on a signal if it were read now.
  @usableFromInline
  package static var isTracking: Bool {
    stategraph_thread_current().pointee.tracking != nil || ObservationBridge.isTracking
  }
}

extension Signal: @unchecked Sendable {}
// SAFETY: `kept` is never used, only held; GraphNode's state is guarded as it says.
