import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// The rows of a live query for which a closure holds, with a verdict for each row of the query.
///
/// Like a slot: whoever reads takes what is kept, brings a copy up to date outside of the lock,
/// where the user's closure runs, and puts it back unless somebody else was faster.
final class FilteredRows: Sendable {
  private struct State {
    /// Nil until the first read.
    var kept: JudgedRows?
    /// Counts what was kept: what is based on something older is not kept after it.
    var version: UInt64 = 0
  }

  private let verdicts: PredicateNodes
  private let state = Guarded(State())

  init(_ isIncluded: @escaping @Sendable (AnyObject) -> Bool) {
    verdicts = PredicateNodes(name: "verdicts of a filter", isIncluded)
  }

  deinit { verdicts.close() }

  /// The evaluation on this thread depends on the verdicts. Call before the rows of the query are
  /// read.
  func depend() { verdicts.depend() }

  /// Those of the query's rows that are included.
  func filter(_ base: SlotRows) -> SlotRows {
    let (kept, version, marked) = state.withLock { ($0.kept, $0.version, verdicts.take()) }
    var next = kept ?? JudgedRows()
    next.follow(base, marked, by: verdicts)
    let released = state.withLock { state -> AnyObject? in
      guard state.version == version else { return nil }
      let old = (state.kept, verdicts.drop(marked.count))
      (state.kept, state.version) = (next, version + 1)
      return HeldValue(old)
    }
    // What is let go of may be the last to hold an entity.
    if let released { DeferredRelease.release(released) }
    DeferredRelease.release(HeldValue((kept, marked, next)))
    return next.included
  }
}
