import CStateGraphThreads

/// Calls an action each time the observed node has changed.
///
/// The edge from the observed node retains the observer, and cancelling the observer removes this
/// edge. So an observer lives until it is cancelled.
@usableFromInline
package class Observer: GraphNode {
  /// The observed node. Valid while `edge` is not nil.
  ///
  /// The observer retains the node, so that a temporary `Computed` lives as long as its
  /// subscription. An ``ObservationBridge`` does not retain the node, because the node owns the
  /// bridge.
  private final let node: Unmanaged<GraphNode>
  private final let retainsNode: Bool
  private final let action: (Observer) -> Void
  /// Called once when the observer is cancelled, on the thread that cancels it. No lock is held.
  private final let cancellation: (() -> Void)?

  /// The edge from the observed node, which retains this observer. Nil after cancellation. Guarded
  /// by the graph's lock.
  @exclusivity(unchecked) private final var edge: EdgePointer?
  /// The observers that the action created in its last call. Guarded by the graph's lock.
  ///
  /// They are cancelled before the next call of the action.
  @exclusivity(unchecked) private final var children: [Observer] = []
  /// Whether `children` is not empty. Only the thread that is calling the action uses it.
  @exclusivity(unchecked) private final var hasChildren = false
  /// Whether a thread is calling the action. Guarded by the graph's lock.
  @exclusivity(unchecked) private final var isDelivering = false
  /// Whether a change was found during a call of the action, so that the calling thread must check
  /// again. Guarded by the graph's lock.
  @exclusivity(unchecked) private final var isOutdated = false
  /// The node's `changedAt` at the last call of the action.
  ///
  /// Only the thread that is calling the action uses it.
  @exclusivity(unchecked) private final var deliveredAt = UInt64.max
  /// The delivery round in which the action was last called.
  ///
  /// A round is the loop in which a thread calls all queued observers. Only the thread that is
  /// calling the action uses this property.
  @exclusivity(unchecked) private final var round: UInt64 = 0
  /// The number of calls of the action in the current round. Only the calling thread uses it.
  @exclusivity(unchecked) private final var callsInRound: UInt32 = 0
  /// The thread's number of changes before the last call of the action. Only the calling thread
  /// uses it.
  @exclusivity(unchecked) private final var lastChangeCount: UInt64 = 0
  /// The thread that has this observer in its delivery queue. Guarded by the graph's lock.
  ///
  /// Valid while the observer's `pending` flag is set.
  @exclusivity(unchecked) final var queue: UnsafeMutableRawPointer?
  /// The log that receives an entry for the next call of the action, or nil. Guarded by the graph's
  /// lock.
  @exclusivity(unchecked) private final var deliveryLog: DeliveryLog?
  /// The next observer in the delivery queue, which is a linked list. Only the queue's thread uses
  /// it.
  @exclusivity(unchecked) final var nextDelivery: UnsafeMutableRawPointer?

  /// Creates an observer that calls `action`, with no lock held, when `node` has changed.
  ///
  /// The observer can be cancelled while the action computes a value. So the action must check
  /// ``isCancelled`` again before it calls the user's handler.
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

  /// The observed node, or nil if it has been deallocated.
  var liveNode: GraphNode? { node.takeUnretainedValue() }

  /// Queues this observer, because the closure of the observed node has returned a different value.
  ///
  /// If a thread is calling the action, that thread checks for changes again instead. The caller
  /// must hold the graph's lock.
  final func nodeWasEvaluated() {
    if flags.contains(.cancelled) { return }
    if isDelivering { isOutdated = true } else { SynchronousDelivery.enqueue(self) }
  }

  /// Attaches this observer before all other subscribers of the node. The caller must hold the
  /// graph's lock.
  final func attachFirst() { attach(first: true) }

  private final func attach(first: Bool) {
    _ = Unmanaged.passRetained(self)
    edge = node._withUnsafeGuaranteedRef { Graph.makeEdge(from: $0, to: self, first: first) }
  }

  /// Treats the node's current value as delivered. The action is then called only for later
  /// changes.
  final func skipCurrentValue() { deliveredAt = node._withUnsafeGuaranteedRef(\.changedAt) }

  /// Attaches this observer to the node, and calls the action with the current value.
  ///
  /// Inside a database write, the first call happens after the write, because the write can still
  /// be rolled back.
  final func start() {
    let isLater = UncommittedValues.areVisible
    // `isDelivering` is set under the same lock as the attachment, so that no other thread can call
    // the action in between.
    Graph.withLock {
      attach(first: false)
      if isLater { SynchronousDelivery.enqueue(self) } else { isDelivering = true }
    }
    if !isLater { SynchronousDelivery.deliverNow { deliverRepeatedly(nil) } }
  }

  /// Cancels this observer and the observers that its action has created.
  ///
  /// If another thread is running the action, this call of the action finishes, but no further call
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

  /// Calls the action on this thread if the node has changed.
  ///
  /// If another thread is already calling the action, that thread checks for changes again when its
  /// call ends. So the action never runs concurrently with itself, and it always receives the last
  /// value.
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

  /// Stores a log that receives an entry for the next call of the action. The caller must hold the
  /// graph's lock.
  ///
  /// `log` points to a ``DeliveryLog``. This observer retains that object until the next call.
  final func note(_ log: UnsafeMutableRawPointer) {
    deliveryLog = Unmanaged<DeliveryLog>.fromOpaque(log).takeUnretainedValue()
  }

  /// Removes the log for the next call from this observer, and returns it. The caller must hold the
  /// graph's lock.
  private final func takeDeliveryLog() -> DeliveryLog? {
    deliveryLog == nil ? nil : exchange(&deliveryLog, with: nil)
  }

  /// Calls the action until there is no change left that the action has not received.
  ///
  /// Only the thread that has set `isDelivering` calls this function.
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

  /// Returns whether the node has changed since the call of the action that has just ended.
  ///
  /// If not, this thread gives up the right to call the action. The caller must hold the graph's
  /// lock.
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
      // The epoch is read before the value. If the value changes between the two reads, the change
      // is delivered twice. In the other order, the change would be lost.
      return node.changedAt
    }
    // If the closure of a computed node has returned an equal value, `changedAt` is the same as
    // before. The action is not called in this case.
    guard changedAt != deliveredAt, !isCancelled else { return }
    deliveredAt = changedAt
    if GraphTrace.isOn { GraphTrace.didDeliver(node) }
    if hasChildren { cancelChildren() }
    let registered = Registration.collect { withoutGraphTracking { act(on: node, log) } }
    if !registered.isEmpty { adopt(registered) }
  }

  /// Calls the action. If `log` is not nil, reports the call to it.
  ///
  /// `log` then also receives the observer calls that result from changes by the action.
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

  /// Makes this observer the owner of `observers`.
  ///
  /// They are cancelled when this observer is cancelled, or when its action is called again.
  private final func adopt(_ observers: [Observer]) {
    hasChildren = true
    let isTooLate = Graph.withLock {
      if !flags.contains(.cancelled) { children += observers }
      return flags.contains(.cancelled)
    }
    if isTooLate { for observer in observers { observer.cancel() } }
  }

  /// Ends the program if the action is called endlessly.
  ///
  /// This happens if each call of the action changes a node that the observed node depends on. It
  /// also happens if each run of the observed closure does this. Changes by other threads do not
  /// count.
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
// SAFETY: every field is immutable, guarded by the graph's lock, or used only by the thread that is
// calling the action. Only one thread at a time calls the action.
