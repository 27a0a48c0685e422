import CStateGraphThreads

/// A node without a value that represents something outside of the graph, for example a row of a
/// table.
///
/// Computed nodes can depend on the signal. The owner of the signal calls ``publish()`` when the
/// represented data has changed.
@usableFromInline
package final class Signal: GraphNode {
  /// An object that must live as long as a node depends on this signal. If the object conforms to
  /// ``SignalNaming``, it also provides the signal's name.
  private let kept: AnyObject?

  @usableFromInline
  package init(keeping kept: AnyObject? = nil) {
    self.kept = kept
    super.init(flags: [], .none)
  }

  /// Records that the closure that runs on this thread depends on this signal.
  ///
  /// Outside of the closures of computed nodes, only Swift's Observation can record the dependency.
  @usableFromInline
  package func depend() { track() }

  /// Reports that the data that this signal represents has changed.
  ///
  /// The nodes that depend on this signal are marked as out of date, and their observers are
  /// called.
  @usableFromInline
  package func publish() { Graph.publish(self) }

  /// The name of the data that this signal represents, for messages, or nil if it has no name.
  ///
  /// The caller must hold no lock.
  package var name: String? { (kept as? any SignalNaming)?.name(of: self) }

  /// Whether the current thread would record a read of a signal, in an evaluation or for
  /// Observation.
  @usableFromInline
  package static var isTracking: Bool {
    stategraph_thread_current().pointee.tracking != nil || ObservationBridge.isTracking
  }
}

extension Signal: @unchecked Sendable {}
// SAFETY: `kept` never changes. It is used only to call `SignalNaming.name(of:)`, which is safe on
// any thread. `GraphNode` describes how its own fields are guarded.

/// An object that provides the names of its signals for messages.
package protocol SignalNaming: AnyObject {
  /// Returns the name of the data that `signal` represents, for example "User.name".
  ///
  /// The name must not contain values of the user's data. This function must not call user code.
  func name(of signal: Signal) -> String?
}

/// A constant name for signals. A signal retains this object if it has no other object to retain.
@usableFromInline
package final class SignalName: SignalNaming, Sendable {
  private let text: String

  package init(_ text: String) { self.text = text }

  package func name(of signal: Signal) -> String? { text }
}
