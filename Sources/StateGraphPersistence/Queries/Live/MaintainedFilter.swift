import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// The kept result of a closure filter over a live query. A predicate node for each row runs the
/// user's closure.
///
/// A read copies the kept results and updates the copy outside the lock, because this runs the
/// user's closure. It stores the copy unless another thread has stored a newer one meanwhile.
final class MaintainedFilter: Sendable {
  private struct State {
    /// Nil before the first read.
    var kept: FilterResults?
    /// The number of times that results were stored. Results that were computed from an older
    /// version are not stored.
    var version: UInt64 = 0
  }

  private let predicates: PredicateNodes
  private let state = Guarded(State())

  init(_ isIncluded: @escaping @Sendable (AnyObject) -> Bool) {
    predicates = PredicateNodes(name: "predicates of a filter", isIncluded)
  }

  deinit { predicates.close() }

  /// Makes the node that this thread is evaluating depend on the predicate nodes. Call this method
  /// before reading the rows of the query.
  func depend() { predicates.depend() }

  /// Returns the rows of `base` for which the closure returns true.
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
    // The replaced results may hold the last reference to an entity.
    if let released { DeferredRelease.release(released) }
    DeferredRelease.release(HeldValue((kept, marked, next)))
    return next.included
  }
}
