import CStateGraphThreads

/// Receives an entry for each observer call that one change causes. These are the calls of the
/// observers that the change marked. If their handlers set nodes, the resulting calls are included
/// too, on any thread and at any later time.
///
/// If no log is in use, this feature costs one comparison for each marked observer and each
/// observer call.
package final class DeliveryLog: Sendable {
  private let receive: @Sendable (ObserverCall) -> Void

  /// - Parameter receive: Receives an entry before each observer call. It is called on the thread
  ///   of the observer call, with no lock held.
  package init(_ receive: @escaping @Sendable (ObserverCall) -> Void) { self.receive = receive }

  /// Runs `body`. The calls of all observers that `body` marks on this thread are reported to
  /// `log`, or to no log if it is nil.
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

/// A call of an observer, as an entry of a ``DeliveryLog``.
package struct ObserverCall: Sendable {
  /// Identifies the observer, with the source location that registered it.
  package let observer: NodeReference
  /// Identifies the node that the observer observes.
  package let node: NodeReference
  package let nodeDescription: String
}
