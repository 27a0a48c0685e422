import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The rows that a slot keeps for a live query, and the plan by which commits update them.
struct MaterializedResult: Sendable {
  let plan: MaintenancePlan
  var rows: MaintainedWindow<RowObject>

  /// Creates an empty result, to be filled with rows from the file.
  init(_ plan: MaintenancePlan) {
    self.plan = plan
    rows = MaintainedWindow(order: plan.order, limit: plan.limit, offset: plan.offset)
  }

  /// Loads all rows from the file. Returns whether every row has an entity.
  mutating func hydrate(from source: any ResultLoader) throws -> Bool {
    let loaded = try source.rows(plan, after: nil, count: rows.hydrationLimit)
    rows.hydrate(loaded.rows)
    return loaded.isComplete
  }

  /// Loads the rows that are missing at the end of the kept rows, after all changes are applied.
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

/// What a slot of a live query keeps between two reads. Guarded by the lock of the slot.
struct SlotState<Change: Sendable> {
  /// The kept rows. Nil before the first read, and if so many rows have changed that loading them
  /// again costs less.
  private(set) var kept: MaterializedResult?
  /// The changes of commits that have not been applied to ``kept`` yet.
  private(set) var pending: [Change] = []
  /// The number of changes that the slot has received. A result is not kept if the slot has
  /// received a change since its loading began.
  private(set) var version: UInt64 = 0

  /// Records that a commit affects the result.
  ///
  /// - Parameter change: What the commit has changed in the kept rows; nil if no rows are kept.
  mutating func receive(_ change: Change?, _ commit: CommitContext) {
    version += 1
    guard let kept, let change else { return }
    if pending.count < max(64, kept.rows.visible.count / 4) {
      pending.append(change)
    } else {
      commit.released.append(drop())
    }
  }

  /// Drops the kept rows, because the commit may have changed any of them.
  mutating func reset(_ commit: CommitContext) {
    version += 1
    if kept != nil { commit.released.append(drop()) }
  }

  /// Stores rows unless the slot has received a change since `version`. Returns the replaced state,
  /// which the caller must release outside of all locks. Returns nil if the rows are not stored.
  mutating func keep(_ rows: MaterializedResult, readAt version: UInt64) -> AnyObject? {
    guard self.version == version else { return nil }
    defer { (kept, pending) = (rows, []) }
    return HeldValue((kept, pending))
  }

  /// Drops the kept rows, so that the next read loads them from the file. Returns the dropped
  /// state, which the caller must release outside of all locks.
  private mutating func drop() -> AnyObject {
    defer { (kept, pending) = (nil, []) }
    return HeldValue((kept, pending))
  }
}

extension Guarded {
  /// Stores rows unless the slot has received a change since `version`.
  func keep<Change>(_ rows: MaterializedResult, readAt version: UInt64)
  where Value == SlotState<Change> {
    // The replaced state may hold the last reference to an entity.
    if let old = withLock({ $0.keep(rows, readAt: version) }) { DeferredRelease.release(old) }
  }
}
