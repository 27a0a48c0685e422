import CStateGraphThreads

/// The base class of ``Computed``, with everything that does not depend on the type of the value.
///
/// It contains the dependencies and the function that runs the closure.
public class ComputedNode: GraphNode {
  /// A function that runs the closure of a node, which the user wrote.
  ///
  /// If the second argument is nil, the function caches the result. It returns whether the result
  /// differs from the previous one. No other thread may evaluate the node at the same time. If the
  /// second argument is a pointer, the function only writes the result to that memory.
  ///
  /// `Computed` creates this function, because `Computed` knows the type of the value. So the
  /// compiler can specialise the closure's call, the comparison and the assignment together.
  @usableFromInline typealias Run = (ComputedNode, UnsafeMutableRawPointer?) -> Bool

  /// The number of times that this node's list of dependencies was replaced. Guarded by the graph's
  /// lock.
  ///
  /// A validation compares this number to detect that its pointer into the list has become invalid.
  @exclusivity(unchecked) final var dependencyGeneration: UInt32 = 0
  /// The number of the node's last ``Evaluation`` that was allowed to cache the closure's result. A
  /// caller can compare it with an earlier number to find out whether the closure has run. Guarded
  /// by the graph's lock.
  @exclusivity(unchecked) final var lastRun: UInt64 = 0
  /// The first edge of the list of dependencies. The edges have the order in which the closure read
  /// the nodes.
  ///
  /// Guarded by the graph's lock. Only the thread that evaluates the node may also read the list
  /// without the lock.
  @exclusivity(unchecked) final var firstDependency: EdgePointer?
  /// The function that runs the closure.
  ///
  /// It receives the node as an argument and captures nothing, so it needs no allocation.
  private final let run: Run

  @usableFromInline
  init(_ run: @escaping Run, origin: NodeOrigin) {
    self.run = run
    super.init(flags: [.dirty, .computed], origin)
  }

  deinit {
    // All edges are removed before the first dependency is released. A release can run the `deinit`
    // of any object, and that `deinit` can use the graph.
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

  /// Brings the cached value up to date, and records that the current evaluation reads this node.
  ///
  /// Returns false if another thread is evaluating the node. The caller must then run the closure
  /// itself, without the cache.
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
    // If `given_up_count` has changed, a closure was repeated up to the limit of ``RerunLimit``, so
    // the reader gets the last result.
    if isUpToDate || thread.pointee.given_up_count != givenUpBefore { return true }
    noteUncachedRead()
    return false
  }

  /// Records in the current evaluation of this thread that it used an uncached value of this node.
  ///
  /// If no evaluation is running on this thread, this function does nothing.
  @usableFromInline
  final func noteUncachedRead() {
    if let tracking = stategraph_thread_current().pointee.tracking {
      Evaluation.of(tracking).pointee.noteUncachedRead(self)
    }
  }
}
