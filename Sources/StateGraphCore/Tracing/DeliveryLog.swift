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
  func note(_ call: ObserverCall) { receive(call) }
}

/// One call of an observer.
package struct ObserverCall: Sendable {
  /// The observer: where it was registered, above all.
  package let observer: NodeReference
  /// What it observes.
  package let node: NodeReference
  package let nodeDescription: String
}
