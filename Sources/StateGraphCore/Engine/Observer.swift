import CStateGraphThreads
import StateGraphThreads

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

  /// The edge from the observed node, which retains this observer, or nil after cancellation.
  /// Guarded by the graph's lock.
  @exclusivity(unchecked) private final var edge: EdgePointer?
  /// The observers that the action created in its last call. They are cancelled before its next
  /// call.
  ///
  /// Guarded by the graph's lock.
  @exclusivity(unchecked) private final var children: [Observer] = []
  /// Whether the last call of the action created observers, which are then in `children`. If false,
  /// the next call does not lock the graph to look for them. Only the thread that is calling the
  /// action uses this property.
  @exclusivity(unchecked) private final var hasChildren = false
  /// Whether a thread is calling the action. Guarded by the graph's lock.
  @exclusivity(unchecked) private final var isDelivering = false
  /// Whether the node may have changed while a thread was calling the action. That thread then
  /// checks the node again after the call. Guarded by the graph's lock.
  @exclusivity(unchecked) private final var isOutdated = false
  /// The node's `changedAt` at the last call of the action, or `UInt64.max` before the first call.
  ///
  /// Only the thread that is calling the action uses it.
  @exclusivity(unchecked) private final var deliveredAt = UInt64.max
  /// Counts the calls of the action because of one change, to find endless loops. Only the thread
  /// that is calling the action uses it.
  @exclusivity(unchecked) private final var feedback = FeedbackCount()
  /// The thread whose delivery queue contains this observer. Guarded by the graph's lock.
  ///
  /// Valid only while the observer's `pending` flag is set.
  @exclusivity(unchecked) final var queue: UnsafeMutableRawPointer?
  /// The log that receives an entry for the next call of the action, or nil if no log is waiting
  /// for that call. Guarded by the graph's lock.
  @exclusivity(unchecked) private final var deliveryLog: DeliveryLog?
  /// The actor and the parent of this observer, or nil if the observer has neither, and no other
  /// observer waits for it. Before ``start()``, the creating thread sets it. After that, it is set
  /// under the graph's lock.
  @exclusivity(unchecked) private(set) final var placement: ObserverPlacement?
  /// The next observer in the delivery queue, which is a linked list. Only the queue's thread uses
  /// it.
  @exclusivity(unchecked) final var nextDelivery: UnsafeMutableRawPointer?

  /// Creates an observer that calls `action`, with no lock held, when `node` has changed.
  ///
  /// If `isolation` is not nil, `action` is called on this actor.
  ///
  /// The observer can be cancelled while the action computes a value. So the action must check
  /// ``isCancelled`` again before it calls the user's handler.
  @usableFromInline
  init(
    observing node: GraphNode,
    _ origin: NodeOrigin = .none,
    on isolation: (any Actor)? = nil,
    retaining retainsNode: Bool = true,
    cancelling cancellation: (() -> Void)? = nil,
    action: @escaping (Observer) -> Void
  ) {
    self.node = .passUnretained(node)
    self.retainsNode = retainsNode
    self.action = action
    self.cancellation = cancellation
    if let isolation { placement = ObserverPlacement(on: isolation) }
    if retainsNode { _ = self.node.retain() }
    super.init(flags: .observer, origin)
  }

  deinit {
    if retainsNode { ReleaseQueue.release([node]) }
  }

  @usableFromInline final var isCancelled: Bool { flags.contains(.cancelled) }

  /// The observed node, or nil if it has been deallocated.
  var liveNode: GraphNode? { node.takeUnretainedValue() }

  /// The observed node, or nil after cancellation. The caller must hold the graph's lock.
  final var attachedNode: Unmanaged<GraphNode>? { edge == nil ? nil : node }

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

  /// Makes the action skip the node's current value, so that it is called only for later changes.
  final func skipCurrentValue() { deliveredAt = node._withUnsafeGuaranteedRef(\.changedAt) }

  /// Attaches this observer to the node, and calls the action with the current value.
  ///
  /// Inside a database write, the first call happens after the write, because the write can still
  /// be rolled back. If the caller does not run on the observer's actor, the first call happens
  /// later on that actor.
  final func start() {
    let isElsewhere = !isOnItsActor
    let isLater = UncommittedValues.areVisible
    // `isDelivering` is set under the same lock as the attachment, so that no other thread can call
    // the action before this thread does.
    Graph.withLock {
      attach(first: false)
      if isLater { SynchronousDelivery.enqueue(self) } else { isDelivering = !isElsewhere }
    }
    if isLater { return }
    if isElsewhere { return ActorDelivery.schedule([self]) }
    SynchronousDelivery.deliverNow { deliverRepeatedly(nil) }
  }

  /// Cancels this observer and the observers that its action has created.
  ///
  /// After this function has returned, no call of the action begins on this thread. A call that
  /// another thread has begun, or is about to begin, finishes.
  final func cancel() {
    let (wasAttached, children, waiting) = Graph.withLock {
      flags = flags.union(.cancelled)
      let children = exchange(&self.children, with: [])
      let waiting = takeWaiting()
      guard let attached = edge else { return (false, children, waiting) }
      edge = nil
      Graph.destroyEdge(attached)
      return (true, children, waiting)
    }
    // A release can run a `deinit`, so it must not happen under the lock.
    withExtendedLifetime(waiting) {}
    for child in children { child.cancel() }
    guard wasAttached else { return }
    cancellation?()
    Unmanaged.passUnretained(self).release()
  }

  /// Makes `parent` the parent of this observer. Call this before ``start()``.
  final func setParent(_ parent: Unmanaged<Observer>) {
    let placement = placement ?? ObserverPlacement(on: nil)
    placement.parent = parent
    self.placement = placement
  }

  private final var isOnItsActor: Bool {
    @inline(__always) get { placement == nil || placement.unsafelyUnwrapped.isCurrent }
  }

  /// Calls the action if the node has changed, on this thread or on the observer's actor.
  ///
  /// If another thread is already calling the action, that thread checks for changes again when its
  /// call ends. So the action never runs concurrently with itself, and it always receives the last
  /// value. If the node of a parent observer has changed, the parent is called first.
  func run(in round: UInt64, fromList: Bool) {
    let isHere = isOnItsActor
    var isInList = fromList
    var log: DeliveryLog?
    while true {
      let answer = Graph.withLock {
        if isInList {
          flags = flags.subtracting(.pending)
          queue = nil
        }
        return claim(isHere: isHere, &log)
      }
      isInList = false
      switch answer {
      case .granted:
        let thread = stategraph_thread_current()
        switch feedback.answer(
          in: round,
          changeCount: thread.pointee.change_count,
          uncomparedCount: thread.pointee.uncompared_change_count
        ) {
        case .call: return deliverRepeatedly(log)
        case .rest: return rest(log)
        case .refuse: refuseFeedback(log)
        }
      case .refused: return
      case .elsewhere: return ActorDelivery.schedule([self])
      case .after(let ancestor):
        if ancestor.isOnItsActor {
          ancestor.run(in: round, fromList: false)
        } else if Graph.withLock({ ancestor.makeWait(self) }) {
          return ActorDelivery.schedule([ancestor])
        }
      }
    }
  }

  /// Whether this thread calls the observer itself, instead of scheduling it on an actor. The
  /// caller must hold no lock.
  var isCalledHere: Bool { isOnItsActor }

  /// Whether the observer still has to be called. False after a cancellation. The caller must hold
  /// the graph's lock.
  var isWanted: Bool { !flags.contains(.cancelled) }

  /// Schedules all of `observers` on their actors at once.
  ///
  /// - Parameter fromList: Whether the observers come from the queue of this thread. If true, the
  ///   function also records that they are no longer in that queue.
  static func schedule(_ observers: [Observer], fromList: Bool) {
    let wanted = Graph.withLock {
      observers.filter { observer in
        if fromList {
          observer.flags = observer.flags.subtracting(.pending)
          observer.queue = nil
        }
        return observer.isWanted
      }
    }
    ActorDelivery.schedule(wanted)
  }

  /// Tells a thread whether it may call the observer's action now.
  private enum Claim {
    case granted
    /// The thread must not call the action: another thread calls it, the observer has ended, or the
    /// observer waits for a busy ancestor.
    case refused
    /// The action is isolated to an actor that this thread does not run on.
    case elsewhere
    /// The action of this ancestor has to be called first.
    case after(Observer)
  }

  /// Decides whether this thread may call the action now. If so, sets `isDelivering` and takes the
  /// log for the call. The caller must hold the graph's lock.
  private final func claim(isHere: Bool, _ log: inout DeliveryLog?) -> Claim {
    if flags.contains(.cancelled) { return .refused }
    if !isHere { return .elsewhere }
    if placement != nil {
      switch ancestry {
      case .ended: return .refused
      case .done: break
      case .pending(let ancestor):
        return ancestor.isBusy && ancestor.makeWait(self) ? .refused : .after(ancestor)
      }
    }
    if isDelivering {
      isOutdated = true
      return .refused
    }
    isDelivering = true
    log = takeDeliveryLog()
    return .granted
  }

  private enum Ancestry {
    case done
    /// An ancestor was cancelled, so this observer is about to be cancelled.
    case ended
    /// The outermost ancestor that has not received the last value of its node.
    case pending(Observer)
  }

  /// States whether the ancestors of this observer have received the last values of their nodes.
  ///
  /// The ancestors are the observers that own this one, directly or indirectly. Their references
  /// are valid in this loop: a cancelled ancestor is released only after its children were
  /// cancelled, and the loop stops at the first cancelled ancestor. The caller must hold the
  /// graph's lock.
  private final var ancestry: Ancestry {
    var result = Ancestry.done
    var next = placement?.parent
    while let pointer = next {
      let ancestor = pointer.takeUnretainedValue()
      if ancestor.flags.contains(.cancelled) { return .ended }
      if !ancestor.isDone { result = .pending(ancestor) }
      next = ancestor.placement?.parent
    }
    return result
  }

  /// Whether the action has received the last value of the node, and no thread is calling the
  /// action. The caller must hold the graph's lock.
  private final var isDone: Bool {
    !isDelivering
      && node._withUnsafeGuaranteedRef {
        $0.changedAt == deliveredAt && $0.flags.isDisjoint(with: .notUpToDate)
      }
  }

  /// Whether a thread is calling the action or evaluates the node. The caller must hold the graph's
  /// lock.
  private final var isBusy: Bool {
    isDelivering || node._withUnsafeGuaranteedRef { $0.flags.contains(.evaluating) }
  }

  /// Makes `descendant` wait until this observer has received the last value of its node.
  ///
  /// Returns false if this observer has already received that value, or was cancelled. The caller
  /// must hold the graph's lock.
  private final func makeWait(_ descendant: Observer) -> Bool {
    if isDone || flags.contains(.cancelled) { return false }
    let placement = placement ?? ObserverPlacement(on: nil)
    placement.waiting.append(descendant)
    self.placement = placement
    return true
  }

  /// Whether another observer waits for a call of this observer. The caller must hold the graph's
  /// lock.
  final var hasWaiting: Bool { placement.map { !$0.waiting.isEmpty } ?? false }

  /// Removes and returns the observers that wait for a call of this observer.
  ///
  /// The caller must hold the graph's lock, and must release the result after unlocking.
  private final func takeWaiting() -> [Observer] {
    guard let placement else { return [] }
    return exchange(&placement.waiting, with: [])
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
  final func takeDeliveryLog() -> DeliveryLog? {
    deliveryLog == nil ? nil : exchange(&deliveryLog, with: nil)
  }

  /// Calls the action, and repeats the call as long as the node has changed since the last call.
  ///
  /// Only the thread that has set `isDelivering` calls this function.
  private final func deliverRepeatedly(_ log: DeliveryLog?) {
    guard let node = liveNode else {
      Graph.withLock { isDelivering = false }
      return
    }
    var log = log
    var ready: [Observer] = []
    repeat {
      if let log, log.tracesWork {
        log.collectWork { deliver(node, log: log) }
      } else {
        deliver(node, log: log)
      }
      log = nil
    } while Graph.withLock { hasNews(node, log: &log, ready: &ready) }
  }

  /// Returns whether this thread must call the action again, because the node has changed since the
  /// last call.
  ///
  /// If the result is false, this thread clears `isDelivering`, and moves the observers that waited
  /// for this observer to the delivery queue. The caller must hold the graph's lock, and must
  /// release `ready` after unlocking.
  private final func hasNews(
    _ node: GraphNode,
    log: inout DeliveryLog?,
    ready: inout [Observer]
  ) -> Bool {
    let isWanted = isOutdated && flags.isDisjoint(with: .cancelled)
    isOutdated = false
    isDelivering =
      isWanted && (node.changedAt != deliveredAt || !node.flags.isDisjoint(with: .unclean))
      && !(flags.contains(.pending)
        && queue == UnsafeMutableRawPointer(stategraph_thread_current()))
    if placement != nil { yieldToRelatives(&ready) }
    if isDelivering { log = takeDeliveryLog() }
    return isDelivering
  }

  /// Clears `isDelivering` if an ancestor must be called before this observer, or was cancelled.
  ///
  /// If `isDelivering` is then false, the observers that waited for this observer are queued. The
  /// caller must hold the graph's lock.
  private final func yieldToRelatives(_ ready: inout [Observer]) {
    if isDelivering {
      switch ancestry {
      case .done: break
      case .ended: isDelivering = false
      case .pending:
        isDelivering = false
        SynchronousDelivery.enqueue(self)
      }
    }
    if !isDelivering {
      ready = takeWaiting()
      for observer in ready { SynchronousDelivery.enqueueUnlessCancelled(observer) }
    }
  }

  private final func deliver(_ node: GraphNode, log: DeliveryLog?) {
    let changedAt = withoutGraphTracking {
      if let computed = node.asComputed, !computed.isUpToDate { Validation.validate(computed) }
      // The epoch is read before the value. If the value changes between the two reads, the change
      // is delivered twice. If the value were read first, this change would be lost.
      return node.changedAt
    }
    // If the closure of a computed node has returned an equal value, `changedAt` is the same as
    // before, and the action is not called.
    guard changedAt != deliveredAt, !isCancelled else { return }
    deliveredAt = changedAt
    if GraphTrace.isOn { GraphTrace.didDeliver(node) }
    if hasChildren { cancelChildren() }
    let registered = Registration.collect(for: .passUnretained(self)) {
      withoutGraphTracking { act(on: node, log) }
    }
    if !registered.isEmpty { adopt(registered) }
  }

  /// Calls the action. If `log` is not nil, adds an entry for the call to `log`.
  ///
  /// If the action changes nodes, `log` also receives the observer calls that result from these
  /// changes.
  private final func act(on node: GraphNode, _ log: DeliveryLog?) {
    guard let log else { return action(self) }
    log.note(
      ObserverCall(
        observer: reference,
        node: node.reference,
        nodeDescription: node.description
      )
    )
    guard log.tracesWork else { return DeliveryLog.use(log) { action(self) } }
    let start = SystemClock.uptime
    DeliveryLog.use(log) { action(self) }
    DeliveryLog.didCall(self, of: node, since: start)
  }

  private final func cancelChildren() {
    hasChildren = false
    let old = Graph.withLock { exchange(&children, with: []) }
    for child in old { child.cancel() }
  }

  /// Makes this observer the owner of `observers`.
  ///
  /// `observers` are cancelled when this observer is cancelled, or when its action is called again.
  private final func adopt(_ observers: [Observer]) {
    hasChildren = true
    let isTooLate = Graph.withLock {
      if !flags.contains(.cancelled) { children += observers }
      return flags.contains(.cancelled)
    }
    if isTooLate { for observer in observers { observer.cancel() } }
  }

  /// Skips the current value, so that the action is called only after another change.
  ///
  /// As far as values can be compared, each call has changed what it observes, on this thread.
  private final func rest(_ log: DeliveryLog?) {
    guard let node = liveNode else { return deliverRepeatedly(log) }
    if node.flags.contains(.group) {
      // Only this thread may run the closure. The next change marks a clean node.
      Graph.withLock { node.flags = node.flags.subtracting(.unclean) }
    } else if let computed = node.asComputed, !computed.isUpToDate {
      withoutGraphTracking { Validation.validate(computed) }
    }
    skipCurrentValue()
    var (log, ready) = (log, [Observer]())
    if Graph.withLock({ hasNews(node, log: &log, ready: &ready) }) { deliverRepeatedly(log) }
  }

  /// Ends the program, because the action is called endlessly: each call changes what it observes.
  private final func refuseFeedback(_ log: DeliveryLog?) -> Never {
    // The trace of one more call shows which nodes are involved.
    let trace = withGraphTrace { deliverRepeatedly(log) }
    let isGroup = liveNode?.flags.contains(.group) ?? false
    let subject =
      isGroup
      ? "The group at \(reference)"
      : "The observer of \(liveNode?.description ?? "a node") at \(reference)"
    programmerError(FeedbackCount.message(subject: subject, trace.events))
  }
}

extension Observer: @unchecked Sendable {}
// SAFETY: every field is immutable, guarded by the graph's lock, or used only by the thread that is
// calling the action. Only one thread at a time calls the action.
