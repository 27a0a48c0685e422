import CStateGraphThreads

/// The part of a computed node that knows no value type: its dependencies and its closure.
public class ComputedNode: GraphNode {
  /// Runs the user's closure. Without a destination the caller owns the evaluation: the result is
  /// kept, and the answer is whether it differs from the one before. With one, the result goes
  /// there and nowhere else.
  ///
  /// Made where the value type is known, so that computing, comparing and keeping are specialised
  /// code behind one call.
  @usableFromInline typealias Run = (ComputedNode, UnsafeMutableRawPointer?) -> Bool

  /// Counts replacements of the dependency list, so that a walk that was interrupted by an
  /// evaluation notices. Guarded by the graph's lock.
  @exclusivity(unchecked) final var dependencyGeneration: UInt32 = 0
  /// The number of the last run that was kept. Guarded by the graph's lock.
  @exclusivity(unchecked) final var lastRun: UInt64 = 0
  /// In the order in which they were read. Guarded by the graph's lock; see ``Edge`` for the one
  /// exception.
  @exclusivity(unchecked) final var firstDependency: EdgePointer?
  /// Captures nothing: what it needs is in the node.
  private final let run: Run

  @usableFromInline
  init(_ run: @escaping Run, _ origin: NodeOrigin) {
    self.run = run
    super.init(flags: [.dirty, .computed], origin)
  }

  deinit {
    // Out of every list first, then release: a release can run any `deinit`.
    if firstDependency != nil {
      var dropped = DroppedNodes()
      Graph.withLock { dropDependencies(from: firstDependency, into: &dropped) }
      dropped.release()
    }
  }

  @inline(__always)
  final func run(into destination: UnsafeMutableRawPointer?) -> Bool {
    run(self, destination)
  }

  /// Brings the value up to date and records the read. Returns whether the value that is kept may
  /// be believed; if not, another thread has the evaluation, and the reader computes for itself.
  @usableFromInline
  final func validateForRead() -> Bool {
    if isUpToDate {
      track()
      if isUpToDate { return true }
    }
    let thread = stategraph_thread_current()
    let givenUpBefore = thread.pointee.given_up_count
    Validation.validate(self)
    track()
    // Given up, the last run's value is what there is.
    if isUpToDate || thread.pointee.given_up_count != givenUpBefore { return true }
    noteUncachedRead()
    return false
  }

  /// The evaluation on this thread, if there is one, computes this node for itself.
  @usableFromInline
  final func noteUncachedRead() {
    if let tracking = stategraph_thread_current().pointee.tracking {
      Evaluation.of(tracking).pointee.noteUncachedRead(self)
    }
  }
}
