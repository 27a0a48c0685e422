import CStateGraphThreads

/// Receives the observer calls that one change causes: the calls of observers that the change
/// marked, and the calls that follow because those observers set nodes in turn, on any thread and
/// at any later time.
///
/// If no log is in use, its cost is one comparison for each marked observer and each call.
package final class DeliveryLog: Sendable {
  private let receive: @Sendable (ObserverCall) -> Void

  /// - Parameter receive: Called before each observer call, on the thread of that call, with no
  ///   lock held.
  package init(_ receive: @escaping @Sendable (ObserverCall) -> Void) { self.receive = receive }

  /// Runs `body` and attributes the observers that it marks on this thread to `log`. Nil attributes
  /// them to no log.
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
  /// The observer, with the place in the source where it was registered.
  package let observer: NodeReference
  /// The observed node.
  package let node: NodeReference
  package let nodeDescription: String
}
