import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The rows that a slot keeps of a live query, and the plan by which commits maintain them.
struct MaterializedResult: Sendable {
  let plan: MaintenancePlan
  var rows: MaintainedWindow<RowObject>

  /// An empty result, to be hydrated.
  init(_ plan: MaintenancePlan) {
    self.plan = plan
    rows = MaintainedWindow(order: plan.order, limit: plan.limit, offset: plan.offset)
  }

  /// Loads all rows again. Returns whether every row has an entity.
  mutating func hydrate(from source: any ResultLoader) throws -> Bool {
    let loaded = try source.rows(plan, after: nil, count: rows.hydrationLimit)
    rows.hydrate(loaded.rows)
    return loaded.isComplete
  }

  /// Loads the rows that are missing at the end of the window, once all changes are applied.
  /// Returns whether every row has an entity.
  mutating func refill(
    from source: any ResultLoader,
    _ reads: QueryReads,
    of signal: Signal
  ) throws -> Bool {
    guard let refill = rows.refill else { return true }
    reads.note(.refill, of: signal)
    let loaded = try source.rows(plan, after: refill.after, count: refill.count)
    rows.refill(with: loaded.rows)
    return loaded.isComplete
  }
}

/// What a slot keeps between two reads. The slot's lock guards it.
struct SlotState<Change: Sendable> {
  /// Nil before the first read, and when a commit has changed more than it pays to apply.
  private(set) var kept: MaterializedResult?
  /// The changes of commits that have not been applied to ``kept`` yet.
  private(set) var pending: [Change] = []
  /// Counts the changes that the slot has received. A result that was loaded at an older version is
  /// not kept.
  private(set) var version: UInt64 = 0

  /// Notes that a commit concerns the slot.
  ///
  /// - Parameter change: Everything that the commit did to the kept rows; nil where nothing is
  ///   kept.
  mutating func receive(_ change: Change?, _ commit: CommitContext) {
    version += 1
    guard let kept, let change else { return }
    if pending.count < max(64, kept.rows.visible.count / 4) {
      pending.append(change)
    } else {
      commit.released.append(drop())
    }
  }

  /// Drops the kept rows, because a commit may have changed anything.
  mutating func reset(_ commit: CommitContext) {
    version += 1
    if kept != nil { commit.released.append(drop()) }
  }

  /// Keeps rows unless the slot has received a change since `version`. Returns the replaced state,
  /// which the caller has to release outside of all locks; nil where the rows are not kept.
  mutating func keep(_ rows: MaterializedResult, readAt version: UInt64) -> AnyObject? {
    guard self.version == version else { return nil }
    defer { (kept, pending) = (rows, []) }
    return HeldValue((kept, pending))
  }

  /// Drops the kept rows, so that the next read loads them from the file. Returns the dropped
  /// state, which the caller has to release outside of all locks.
  private mutating func drop() -> AnyObject {
    defer { (kept, pending) = (nil, []) }
    return HeldValue((kept, pending))
  }
}

extension Guarded {
  /// Keeps rows unless the slot has received a change since `version`.
  func keep<Change>(_ rows: MaterializedResult, readAt version: UInt64)
  where Value == SlotState<Change> {
    // The replaced state may hold the last reference to an entity.
    if let old = withLock({ $0.keep(rows, readAt: version) }) { DeferredRelease.release(old) }
  }
}
