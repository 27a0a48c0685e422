import CStateGraphThreads

/// Receives an entry for each observer call that one change causes.
///
/// If a called handler sets nodes, the log also receives the resulting observer calls. These calls
/// can happen on any thread and at any later time.
///
/// Without a log, this feature costs one comparison for each marked observer and each observer
/// call.
package final class DeliveryLog: Sendable {
  package typealias ReceiveWork = @Sendable (_ work: [TracedWork], _ omittedCount: Int) -> Void

  private let receive: @Sendable (ObserverCall) -> Void
  private let receiveWork: ReceiveWork?

  /// Creates a log that passes each entry to `receive`.
  ///
  /// - Parameters:
  ///   - receive: Receives an entry before each observer call. It is called on the thread of that
  ///     observer call, with no lock held.
  ///   - receiveWork: Receives the work of each observer call after it has ended, on the same
  ///     thread, with no lock held: evaluations, reads and the call itself. It is nil if the work
  ///     is not traced.
  package init(
    _ receive: @escaping @Sendable (ObserverCall) -> Void,
    work receiveWork: ReceiveWork? = nil
  ) {
    (self.receive, self.receiveWork) = (receive, receiveWork)
  }

  /// Whether the log receives the work of observer calls.
  var tracesWork: Bool { receiveWork != nil }

  /// Runs `body`, and then passes the work of this thread during `body` to the log.
  ///
  /// Call this method only if ``tracesWork`` is true.
  func collectWork(_ body: () -> Void) {
    let work = WorkTrace()
    GraphTrace(collecting: work).use(body)
    let (done, omittedCount) = work.take()
    if !done.isEmpty || omittedCount > 0 { receiveWork?(done, omittedCount) }
  }

  /// Runs `body`, and makes `log` receive the calls of all observers that `body` marks on this
  /// thread.
  ///
  /// If `log` is nil, no log receives these calls.
  static func use(_ log: DeliveryLog?, body: () -> Void) {
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
