import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// The result in memory of a Swift filter over a live query.
///
/// For each row, a predicate node (a node of the graph) runs the user's closure.
///
/// A read updates a copy of the result, because the closure must not run under the lock. The read
/// stores the copy unless another thread has stored a newer result meanwhile.
final class MaintainedFilter: Sendable {
  private struct State {
    /// The results of the last read, or nil before the first read.
    var kept: FilterResults?
    /// The number of times that results were stored.
    ///
    /// A read stores its results only if this number has not changed since the read began.
    var version: UInt64 = 0
  }

  private let predicates: PredicateNodes
  private let state = Guarded(State())

  init(_ isIncluded: @escaping @Sendable (AnyObject) -> Bool) {
    predicates = PredicateNodes(name: "predicates of a filter", isIncluded)
  }

  deinit { predicates.close() }

  /// Makes the node that this thread is evaluating depend on all predicate nodes.
  ///
  /// Call this method before you read the rows of the query. If a row changes during the read, the
  /// evaluation is then repeated.
  func depend() { predicates.depend() }

  /// Returns the rows of `base` for which the user's closure returns true.
  ///
  /// Runs the closure for new rows and for rows whose dependencies have changed.
  func filter(_ base: LiveResult) -> LiveResult {
    let (kept, version, marked) = state.withLock { ($0.kept, $0.version, predicates.take()) }
    var next = kept ?? FilterResults()
    next.update(to: base, evaluating: marked, in: predicates)
    let released = state.withLock { state -> AnyObject? in
      guard state.version == version else { return nil }
      let old = (state.kept, predicates.drop(marked.count))
      (state.kept, state.version) = (next, version + 1)
      return HeldValue(old)
    }
    // The replaced results may contain the last reference to an entity, whose `deinit` is user
    // code. The results are therefore released after the evaluation.
    if let released { DeferredRelease.release(released) }
    DeferredRelease.release(HeldValue((kept, marked, next)))
    return next.included
  }
}
