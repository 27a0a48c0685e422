/// Evaluates the observed node on an actor, once for all changes since the last evaluation.
///
/// Any thread that changes a dependency marks the node. Only the actor evaluates it, also if the
/// change was made on this actor. So one job of the actor serves all changes that were made before
/// the job begins.
final class DeferredObserver: Observer {
  /// Of several effects in one job, the one with the smallest number runs first.
  let order: Int

  /// Creates an observer of `node`, which nothing else may read.
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

  /// Attaches this observer, and evaluates the node for the first time.
  ///
  /// If the caller does not run on the actor, or is inside a database write, the first evaluation
  /// happens later on the actor.
  func begin() {
    Graph.withLock { attachFirst() }
    guard let placement, placement.isCurrent, !UncommittedValues.areVisible else {
      return ActorDelivery.schedule(self)
    }
    evaluate()
  }

  /// Schedules an evaluation, because a dependency of the node may have changed.
  override func run(in round: UInt64, fromList: Bool) {
    let isWanted = Graph.withLock {
      if fromList {
        flags = flags.subtracting(.pending)
        queue = nil
      }
      return needsEvaluation
    }
    if isWanted { ActorDelivery.schedule(self) }
  }

  /// Evaluates the node if a dependency has changed. The caller runs on the actor.
  ///
  /// A change during the evaluation leads to another evaluation in a later job. So an effect that
  /// changes what it reads does not hold up its actor.
  func evaluate() {
    guard !isCancelled, let node = liveNode?.asComputed else { return }
    // A closure can run a loop that serves the actor. The outer call looks again when it ends.
    if node.flags.contains(.evaluating) { return }
    let (log, lastRun) = Graph.withLock { (takeDeliveryLog(), node.lastRun) }
    DeliveryLog.use(log) { Validation.validate(node) }
    let (hasRun, isWanted) = Graph.withLock { (node.lastRun != lastRun, needsEvaluation) }
    if hasRun, let log {
      log.note(
        ObserverCall(
          observer: reference,
          node: node.reference,
          nodeDescription: node.description
        )
      )
    }
    if isWanted { ActorDelivery.schedule(self) }
  }

  /// Whether the last evaluation can be out of date. The caller must hold the graph's lock.
  private var needsEvaluation: Bool {
    guard flags.isDisjoint(with: .cancelled), let liveNode else { return false }
    return !liveNode.flags.isDisjoint(with: .notUpToDate)
  }
}

extension DeferredObserver: @unchecked Sendable {}
// SAFETY: this class adds a constant, and the superclass describes how its fields are guarded.
