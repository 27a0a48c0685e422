import CStateGraphThreads

/// Hears which observers are called because of one change: those that it marked, and those that
/// what they set in memory has marked in turn, on whatever thread and however much later.
///
/// While nobody has one, this costs a comparison for each marked observer and each call.
package final class DeliveryLog: Sendable {
  private let receive: @Sendable (ObserverCall) -> Void

  /// - Parameter receive: Called before the observer is, on its thread, with no lock held.
  package init(_ receive: @escaping @Sendable (ObserverCall) -> Void) { self.receive = receive }

  /// Runs `body`, and follows what it marks on this thread. Nil follows nothing.
  static func use(_ log: DeliveryLog?, _ body: () -> Void) {
    let thread = stategraph_thread_current()
    let outer = thread.pointee.delivery_log
    thread.pointee.delivery_log = log.map { Unmanaged.passUnretained($0).toOpaque() }
    withExtendedLifetime(log, body)
    thread.pointee.delivery_log = outer
  }

  @inline(never)
  func note(_ observer: Observer, of node: GraphNode) {
    receive(
      ObserverCall(
        observer: observer.reference,
        node: node.reference,
        nodeDescription: node.description
      )
    )
  }
}

/// One call of an observer.
package struct ObserverCall: Sendable {
  /// The observer: where it was registered, above all.
  package let observer: NodeReference
  /// What it observes.
  package let node: NodeReference
  package let nodeDescription: String
}

extension GraphNode {
  /// What a signal, or the first signal with a name that a computed node has read, stands for. Call
  /// with no lock held.
  final var meaning: String? {
    if let signal = self as? Signal { return signal.name }
    return asComputed?.firstSignals.lazy.compactMap(\.name).first
  }

  /// The node that observers of this one attach to, whose reference an ``ObserverCall`` has.
  package final var observedReference: NodeReference { observed.reference }
}

extension ComputedNode {
  /// The first few signals among what the last run has read; none while another run is under way.
  fileprivate final var firstSignals: [Signal] {
    Graph.withLock {
      var signals: [Signal] = []
      // While a thread evaluates the node, the notes in its list are that thread's.
      var edge = flags.contains(.evaluating) ? nil : firstDependency
      while let current = edge, signals.count < 4 {
        edge = current.pointee.nextDependency
        if let signal = current.pointee.dependency.takeUnretainedValue() as? Signal {
          signals.append(signal)
        }
      }
      return signals
    }
  }
}
