/// Evaluates the observed node on an actor, once for all changes since the last evaluation.
///
/// A change of a dependency, on any thread, marks the node and schedules this observer. A later job
/// of the actor evaluates the node, even if the change was made on the same actor. One job
/// therefore serves all changes that were made before the job began.
final class DeferredObserver: Observer {
  /// Decides the order in which one job of the actor evaluates several effects. The effect with the
  /// smallest number is evaluated first.
  let order: Int

  /// Creates an observer of `node`. No other node and no other observer may read `node`.
  init(
    evaluating node: ComputedNode,
    _ origin: NodeOrigin,
    on isolation: any Actor,
    order: Int,
    cancelling cancellation: @escaping () -> Void
  ) {
    self.order = order
    super.init(observing: node, origin, on: isolation, cancelling: cancellation) { _ in }
  }

  /// Attaches this observer to the node, and evaluates the node for the first time.
  ///
  /// If the caller does not run on the actor, or is inside a database write or snapshot, the first
  /// evaluation happens later on the actor.
  func begin() {
    Graph.withLock { attachFirst() }
    guard let placement, placement.isCurrent, !UncommittedValues.areVisible else {
      return ActorDelivery.schedule([self])
    }
    evaluate()
  }

  /// Always false, so that a change only schedules an evaluation, even if the change is made on the
  /// observer's own actor.
  override var isCalledHere: Bool { false }

  /// Schedules an evaluation, because a dependency of the node may have changed.
  override func run(in round: UInt64, fromList: Bool) {
    Self.schedule([self], fromList: fromList)
  }

  /// Evaluates the node if a dependency has changed. The caller runs on the actor.
  ///
  /// A dependency that changes during the evaluation leads to another evaluation in a later job. An
  /// effect that changes its own dependencies therefore does not block its actor.
  func evaluate() {
    guard !isCancelled, let node = liveNode?.asComputed else { return }
    // The closure of the node can run a nested event loop, whose jobs can call this method. Such a
    // nested call returns here. The outer call checks for changes when its evaluation ends.
    if node.flags.contains(.evaluating) { return }
    let (log, lastRun) = Graph.withLock { (takeDeliveryLog(), node.lastRun) }
    if let log, log.tracesWork {
      log.collectWork { DeliveryLog.use(log) { Validation.validate(node) } }
    } else {
      DeliveryLog.use(log) { Validation.validate(node) }
    }
    let (hasRun, isWanted) = Graph.withLock { (node.lastRun != lastRun, self.isWanted) }
    if hasRun, let log {
      log.note(
        ObserverCall(
          observer: reference,
          node: node.reference,
          nodeDescription: node.description
        )
      )
    }
    if isWanted { ActorDelivery.schedule([self]) }
  }

  /// Whether the node has to be evaluated again, because its last evaluation can be out of date.
  /// False after a cancellation. The caller must hold the graph's lock.
  override var isWanted: Bool {
    guard flags.isDisjoint(with: .cancelled), let liveNode else { return false }
    return !liveNode.flags.isDisjoint(with: .notUpToDate)
  }
}

extension DeferredObserver: @unchecked Sendable {}
// SAFETY: this class adds only a constant. `Observer` describes how its own fields are guarded.
