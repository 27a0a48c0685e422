import CStateGraphThreads

/// Receives an entry for each observer call that one change causes.
///
/// If a called handler sets nodes, the log also receives the resulting observer calls. These calls
/// can happen on any thread and at any later time.
///
/// Without a log, this feature costs one comparison for each marked observer and each observer
/// call.
package final class DeliveryLog: Sendable {
  private let receive: @Sendable (ObserverCall) -> Void

  /// Creates a log that passes each entry to `receive`.
  ///
  /// - Parameter receive: Receives an entry before each observer call. It is called on the thread
  ///   of that observer call, with no lock held.
  package init(_ receive: @escaping @Sendable (ObserverCall) -> Void) { self.receive = receive }

  /// Runs `body`, and makes `log` receive the calls of all observers that `body` marks on this
  /// thread.
  ///
  /// If `log` is nil, no log receives these calls.
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
  /// Identifies the called observer by the source location that registered it.
  package let observer: NodeReference
  /// Identifies the node that the called observer observes.
  package let node: NodeReference
  /// The description of the observed node, for messages. It does not contain the node's value.
  package let nodeDescription: String
}
