import CStateGraphThreads

/// The part of a computed node that does not depend on its value's type: dependencies and closure.
public class ComputedNode: GraphNode {
  /// Runs the user's closure. If the second argument is nil, the caller owns the evaluation: the
  /// result is cached, and the return value says whether it differs from the previous one.
  /// Otherwise the result is written only to that destination.
  ///
  /// `Computed` creates this function where the value's type is known. The compiler can then
  /// specialise the closure's call, the comparison and the assignment as one unit.
  @usableFromInline typealias Run = (ComputedNode, UnsafeMutableRawPointer?) -> Bool

  /// Counts the replacements of the dependency list, so that a validation can detect that its
  /// position in the list became invalid during an evaluation. Guarded by the graph's lock.
  @exclusivity(unchecked) final var dependencyGeneration: UInt32 = 0
  /// The number of the last run whose result was cached. Guarded by the graph's lock.
  @exclusivity(unchecked) final var lastRun: UInt64 = 0
  /// The dependencies, in the order in which they were read. Guarded by the graph's lock, except as
  /// ``Edge`` describes.
  @exclusivity(unchecked) final var firstDependency: EdgePointer?
  /// Captures nothing, so that it costs no allocation: it finds everything that it needs in the
  /// node.
  private final let run: Run

  @usableFromInline
  init(_ run: @escaping Run, _ origin: NodeOrigin) {
    self.run = run
    super.init(flags: [.dirty, .computed], origin)
  }

  deinit {
    // All edges are removed before the first release, because a release can run any `deinit`.
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

  /// Brings the cached value up to date and records the read. Returns false if another thread is
  /// evaluating the node: the reader then has to evaluate without the cache.
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
    // After too many reruns the value of the last run is used: see ``RerunLimit``.
    if isUpToDate || thread.pointee.given_up_count != givenUpBefore { return true }
    noteUncachedRead()
    return false
  }

  /// Records in the current thread's evaluation, if there is one, that it used an uncached value of
  /// this node.
  @usableFromInline
  final func noteUncachedRead() {
    if let tracking = stategraph_thread_current().pointee.tracking {
      Evaluation.of(tracking).pointee.noteUncachedRead(self)
    }
  }
}
