import CStateGraphThreads

/// The base class of `Computed`: everything that does not depend on the type of the node's value,
/// namely the dependencies and the closure.
public class ComputedNode: GraphNode {
  /// Runs the user's closure. If the second argument is nil, the caller has claimed the node's
  /// evaluation: the function caches the result and returns whether the result differs from the
  /// previous one. If the second argument is a pointer, the function only writes the result to that
  /// memory.
  ///
  /// `Computed` creates this function, because only `Computed` knows the type of the value. The
  /// compiler can then specialise the closure's call, the comparison and the assignment together.
  @usableFromInline typealias Run = (ComputedNode, UnsafeMutableRawPointer?) -> Bool

  /// The number of times that the dependency list has been replaced. A validation compares this
  /// number to detect that its pointer into the list has become invalid. Guarded by the graph's
  /// lock.
  @exclusivity(unchecked) final var dependencyGeneration: UInt32 = 0
  /// The number of the last run of the closure whose result was cached. Guarded by the graph's
  /// lock.
  @exclusivity(unchecked) final var lastRun: UInt64 = 0
  /// The first edge of the list of dependencies, which is in the order of reading. Guarded by the
  /// graph's lock, with the exception that ``Edge`` describes.
  @exclusivity(unchecked) final var firstDependency: EdgePointer?
  /// The function that runs the closure. It captures nothing, so that it needs no allocation. It
  /// receives the node as an argument and finds the closure there.
  private final let run: Run

  @usableFromInline
  init(_ run: @escaping Run, _ origin: NodeOrigin) {
    self.run = run
    super.init(flags: [.dirty, .computed], origin)
  }

  deinit {
    // All edges are removed before the first dependency is released, because a release can run the
    // `deinit` of any object, and a `deinit` can use the graph.
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

  /// Brings the cached value up to date and records that the current evaluation reads this node.
  /// Returns false if another thread is evaluating the node. The reader then has to run the closure
  /// without using the cache.
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
    // After too many repeated runs, the reader gets the value of the last run: see ``RerunLimit``.
    if isUpToDate || thread.pointee.given_up_count != givenUpBefore { return true }
    noteUncachedRead()
    return false
  }

  /// Records in this thread's current evaluation, if there is one, that the evaluation used a value
  /// of this node that is not cached.
  @usableFromInline
  final func noteUncachedRead() {
    if let tracking = stategraph_thread_current().pointee.tracking {
      Evaluation.of(tracking).pointee.noteUncachedRead(self)
    }
  }
}
