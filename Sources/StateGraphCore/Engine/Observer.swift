import CStateGraphThreads

/// A subscriber with an action, which is called when the observed node has changed.
///
/// The edge from the node retains the observer, and cancelling removes that edge. So an observer
/// lives as long as its subscription.
@usableFromInline
package class Observer: GraphNode {
  /// The observed node. Retained, so that a temporary `Computed` lives as long as its subscription.
  /// An ``ObservationBridge`` does not retain it, because it belongs to the node. Valid while
  /// `edge` exists.
  private final let node: Unmanaged<GraphNode>
  private final let retainsNode: Bool
  private final let action: (Observer) -> Void
  /// Called once when the observer is cancelled, on the cancelling thread, with no lock held.
  private final let cancellation: (() -> Void)?

  /// Nil after cancellation. Guarded by the graph's lock.
  @exclusivity(unchecked) private final var edge: EdgePointer?
  /// The observers that the last call of the action has registered. They end with the next call.
  /// Guarded by the graph's lock.
  @exclusivity(unchecked) private final var children: [Observer] = []
  /// Whether `children` is not empty. Owned by the delivering thread.
  @exclusivity(unchecked) private final var hasChildren = false
  /// Whether a thread is delivering, and whether another thread has found a change in the meantime,
  /// which the delivering thread then has to check. Guarded by the graph's lock.
  @exclusivity(unchecked) private final var isDelivering = false
  @exclusivity(unchecked) private final var isOutdated = false
  /// The node's epoch at the last call. Owned by the delivering thread.
  @exclusivity(unchecked) private final var deliveredAt = UInt64.max
  /// The last delivery round in which this observer was called, the number of calls in it, and the
  /// thread's change count at the last of them. Owned by the delivering thread.
  @exclusivity(unchecked) private final var round: UInt64 = 0
  @exclusivity(unchecked) private final var callsInRound: UInt32 = 0
  @exclusivity(unchecked) private final var lastChangeCount: UInt64 = 0
  /// The thread whose queue contains this observer while its `pending` flag is set. Guarded by the
  /// graph's lock.
  @exclusivity(unchecked) final var queue: UnsafeMutableRawPointer?
  /// The log that receives the next call, or nil. Guarded by the graph's lock.
  @exclusivity(unchecked) private final var deliveryLog: DeliveryLog?
  /// The next observer in the queue. Owned by the queue's thread.
  @exclusivity(unchecked) final var nextDelivery: UnsafeMutableRawPointer?

  /// Creates an observer that calls `action`, with no lock held, when the node has changed. If the
  /// action does something slow before it calls the user's handler, it checks ``isCancelled`` in
  /// between.
  @usableFromInline
  init(
    observing node: GraphNode,
    _ origin: NodeOrigin = .none,
    retaining retainsNode: Bool = true,
    cancelling cancellation: (() -> Void)? = nil,
    _ action: @escaping (Observer) -> Void
  ) {
    self.node = .passUnretained(node)
    self.retainsNode = retainsNode
    self.action = action
    self.cancellation = cancellation
    if retainsNode { _ = self.node.retain() }
    super.init(flags: .observer, origin)
  }

  deinit {
    if retainsNode { ReleaseQueue.release([node]) }
  }

  @usableFromInline final var isCancelled: Bool { flags.contains(.cancelled) }

  /// The observed node as a strong reference, or nil if it has been deallocated.
  var liveNode: GraphNode? { node.takeUnretainedValue() }

  /// Called when an evaluation of the observed node has produced a different value. Call under the
  /// graph's lock.
  final func nodeWasEvaluated() {
    if flags.contains(.cancelled) { return }
    if isDelivering { isOutdated = true } else { SynchronousDelivery.enqueue(self) }
  }

  /// Becomes the node's first subscriber. Call under the graph's lock.
  final func attachFirst() { attach(first: true) }

  private final func attach(first: Bool) {
    _ = Unmanaged.passRetained(self)
    edge = node._withUnsafeGuaranteedRef { Graph.makeEdge(from: $0, to: self, first: first) }
  }

  /// Treats the current value as delivered, so that only later changes are delivered.
  final func skipCurrentValue() { deliveredAt = node._withUnsafeGuaranteedRef(\.changedAt) }

  /// Attaches to the node and calls the action with the current value. Inside a database write the
  /// first call happens after that write, because the write can still be rolled back.
  final func start() {
    let isLater = UncommittedValues.areVisible
    // In one step with `isDelivering`, so that no other thread begins a delivery in between.
    Graph.withLock {
      attach(first: false)
      if isLater { SynchronousDelivery.enqueue(self) } else { isDelivering = true }
    }
    if !isLater { SynchronousDelivery.deliverNow { deliverRepeatedly(nil) } }
  }

  /// Ends delivery. A call that is running on another thread finishes, and no further call begins.
  final func cancel() {
    let (wasAttached, children) = Graph.withLock {
      flags = flags.union(.cancelled)
      let children = self.children
      self.children = []
      guard let attached = edge else { return (false, children) }
      edge = nil
      Graph.destroyEdge(attached)
      return (true, children)
    }
    for child in children { child.cancel() }
    guard wasAttached else { return }
    cancellation?()
    Unmanaged.passUnretained(self).release()
  }

  /// Delivers on this thread. If another thread is delivering already, that thread checks again
  /// when its call has ended. So the action never runs concurrently with itself, and always sees
  /// the last value.
  final func run(in round: UInt64, fromList: Bool) {
    var log: DeliveryLog?
    let mine = Graph.withLock {
      if fromList {
        flags = flags.subtracting(.pending)
        queue = nil
      }
      if flags.contains(.cancelled) { return false }
      if isDelivering {
        isOutdated = true
        return false
      }
      isDelivering = true
      log = takeDeliveryLog()
      return true
    }
    guard mine else { return }
    refuseFeedback(in: round)
    deliverRepeatedly(log)
  }

  /// Attributes the next call to `log`, an unretained ``DeliveryLog``. Call under the graph's lock.
  final func note(_ log: UnsafeMutableRawPointer) {
    deliveryLog = Unmanaged<DeliveryLog>.fromOpaque(log).takeUnretainedValue()
  }

  /// Call under the graph's lock.
  private final func takeDeliveryLog() -> DeliveryLog? {
    deliveryLog == nil ? nil : exchange(&deliveryLog, with: nil)
  }

  /// Called by the thread that has set `isDelivering`.
  private final func deliverRepeatedly(_ log: DeliveryLog?) {
    guard let node = liveNode else {
      Graph.withLock { isDelivering = false }
      return
    }
    var log = log
    repeat {
      deliver(node, log)
      log = nil
    } while Graph.withLock { hasNews(node, &log) }
  }

  /// Whether the node has changed since the delivery that just ended. Call under the graph's lock.
  private final func hasNews(_ node: GraphNode, _ log: inout DeliveryLog?) -> Bool {
    let isWanted = isOutdated && flags.isDisjoint(with: .cancelled)
    isOutdated = false
    isDelivering =
      isWanted && (node.changedAt != deliveredAt || !node.flags.isDisjoint(with: .unclean))
      && !(flags.contains(.pending)
        && queue == UnsafeMutableRawPointer(stategraph_thread_current()))
    if isDelivering { log = takeDeliveryLog() }
    return isDelivering
  }

  private final func deliver(_ node: GraphNode, _ log: DeliveryLog?) {
    let changedAt = withoutGraphTracking {
      if let computed = node.asComputed, !computed.isUpToDate { Validation.validate(computed) }
      // The epoch is read before the value: a change between the two is delivered twice rather than
      // lost.
      return node.changedAt
    }
    // A computed node that was marked and evaluated to an equal value has not changed.
    guard changedAt != deliveredAt, !isCancelled else { return }
    deliveredAt = changedAt
    if GraphTrace.isOn { GraphTrace.didDeliver(node) }
    if hasChildren { cancelChildren() }
    let registered = Registration.collect { withoutGraphTracking { act(on: node, log) } }
    if !registered.isEmpty { adopt(registered) }
  }

  /// Calls the action. Changes that the action makes are attributed to the same log.
  private final func act(on node: GraphNode, _ log: DeliveryLog?) {
    guard let log else { return action(self) }
    log.note(
      ObserverCall(
        observer: reference,
        node: node.reference,
        nodeDescription: node.description
      )
    )
    DeliveryLog.use(log) { action(self) }
  }

  private final func cancelChildren() {
    hasChildren = false
    let old = Graph.withLock { exchange(&children, with: []) }
    for child in old { child.cancel() }
  }

  /// Makes `observers` end with this observer or with its next call.
  private final func adopt(_ observers: [Observer]) {
    hasChildren = true
    let isTooLate = Graph.withLock {
      if !flags.contains(.cancelled) { children += observers }
      return flags.contains(.cancelled)
    }
    if isTooLate { for observer in observers { observer.cancel() } }
  }

  /// Ends the program if this observer is called endlessly, because each call of its action, or of
  /// the closure that it observes, changes a dependency. Changes by other threads do not count.
  private final func refuseFeedback(in round: UInt64) {
    let changeCount = stategraph_thread_current().pointee.change_count
    defer { lastChangeCount = changeCount }
    guard round != 0, round == self.round, changeCount != lastChangeCount else {
      self.round = round
      callsInRound = 1
      return
    }
    callsInRound += 1
    if callsInRound > SynchronousDelivery.feedbackLimit {
      programmerError(
        "The observer of \(liveNode?.description ?? "a node") was called "
          + "\(SynchronousDelivery.feedbackLimit) times because of one change: each call changes "
          + "what it observes. Its handler must not set a node that the value depends on."
      )
    }
  }
}

extension Observer: @unchecked Sendable {}
// SAFETY: every field is immutable, guarded by the graph's lock, or owned by the delivering thread;
// the action is called by one thread at a time.
