import CStateGraphThreads

/// Something that is called when a node changed: the end of the graph.
///
/// Alive while its cancellable is: the edge from the node retains it, and cancelling removes the
/// edge.
@usableFromInline
package class Observer: GraphNode {
  /// What is observed. Retained, so that a temporary computed lives as long as its subscription;
  /// but for a bridge, which belongs to its node. Valid while there is an edge.
  private final let node: Unmanaged<GraphNode>
  private final let retainsNode: Bool
  private final let action: (Observer) -> Void
  /// Called once when this is cancelled, by whoever cancels, with no lock held.
  private final let cancellation: (() -> Void)?

  /// Nil once cancelled. Guarded by the graph's lock.
  @exclusivity(unchecked) private final var edge: EdgePointer?
  /// What the last call of the handler has registered: ends with the next one. Guarded by the
  /// graph's lock.
  @exclusivity(unchecked) private final var children: [Observer] = []
  /// Whether there are any. Owned by whoever delivers.
  @exclusivity(unchecked) private final var hasChildren = false
  /// Whether a thread is delivering, and whether another asked it to look again. Guarded by the
  /// graph's lock.
  @exclusivity(unchecked) private final var isDelivering = false
  @exclusivity(unchecked) private final var isOutdated = false
  /// The node's epoch at the last call. Owned by whoever delivers.
  @exclusivity(unchecked) private final var deliveredAt = UInt64.max
  /// The last round of deliveries this was called in, how often, and how many changes its thread
  /// had made by then. Owned by whoever delivers.
  @exclusivity(unchecked) private final var round: UInt64 = 0
  @exclusivity(unchecked) private final var callsInRound: UInt32 = 0
  @exclusivity(unchecked) private final var lastChangeCount: UInt64 = 0
  /// The thread in whose list this is while it is marked `pending`. Guarded by the graph's lock.
  @exclusivity(unchecked) final var queue: UnsafeMutableRawPointer?
  /// Who hears of the call that this waits for, or nil. Guarded by the graph's lock.
  @exclusivity(unchecked) private final var deliveryLog: DeliveryLog?
  /// The next in that list. Owned by that thread.
  @exclusivity(unchecked) final var nextDelivery: UnsafeMutableRawPointer?

  /// Calls `action` with no lock held when the node has changed. It asks ``isCancelled`` before it
  /// calls the user, if it does something slow first.
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

  /// What this observes, kept alive for as long as the result is, or nil where it is gone.
  var liveNode: GraphNode? { node.takeUnretainedValue() }

  /// The node came out different from what it was when it was marked. Call under the graph's lock.
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

  /// Takes only changes from now on as news.
  final func skipCurrentValue() { deliveredAt = node._withUnsafeGuaranteedRef(\.changedAt) }

  /// Attaches and calls the handler with the current value: now, or after the write that this
  /// thread is in, whose values may yet be undone.
  final func start() {
    let isLater = UncommittedValues.areVisible
    // At once, so that nobody else begins to deliver in between.
    Graph.withLock {
      attach(first: false)
      if isLater { SynchronousDelivery.enqueue(self) } else { isDelivering = true }
    }
    if !isLater { SynchronousDelivery.deliverNow { deliverRepeatedly(nil) } }
  }

  /// Stops delivery. A call of the handler that is running on another thread finishes; no other
  /// begins.
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

  /// Delivers on this thread. Where another thread is at it, that one looks again afterwards, so
  /// the handler never runs twice at once and always sees the last value.
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

  /// The call that this waits for is because of what `log` follows: a ``DeliveryLog``. Call under
  /// the graph's lock.
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
      // The epoch first, then the value: a change in between is delivered again rather than lost.
      return node.changedAt
    }
    // A computed node that was marked and came out equal has not changed.
    guard changedAt != deliveredAt, !isCancelled else { return }
    deliveredAt = changedAt
    if GraphTrace.isOn { GraphTrace.didDeliver(node) }
    if hasChildren { cancelChildren() }
    let registered = Registration.collect { withoutGraphTracking { act(on: node, log) } }
    if !registered.isEmpty { adopt(registered) }
  }

  /// What the handler changes is because of the same.
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

  /// Makes `observers` end with this one or with its next call.
  private final func adopt(_ observers: [Observer]) {
    hasChildren = true
    let isTooLate = Graph.withLock {
      if !flags.contains(.cancelled) { children += observers }
      return flags.contains(.cancelled)
    }
    if isTooLate { for observer in observers { observer.cancel() } }
  }

  /// Ends the program where this thread goes round in a circle: each call of the handler, or of the
  /// closure that it observes, changes what that depends on. Another thread's changes are no
  /// circle.
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
        "The observer of \(liveNode?.description ?? "a node") was called \(SynchronousDelivery.feedbackLimit) "
          + "times by one set: each call changes what it observes."
      )
    }
  }
}

extension Observer: @unchecked Sendable {}
// SAFETY: every field is immutable, guarded by the graph's lock, or owned by the delivering thread;
// the action is called by one thread at a time.
