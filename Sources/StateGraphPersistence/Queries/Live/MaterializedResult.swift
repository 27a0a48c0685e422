import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The rows that are kept in memory for a live query, and the plan by which commits update them.
struct MaterializedResult: Sendable {
  let plan: MaintenancePlan
  var rows: MaintainedWindow<RowObject>

  /// Creates a result without rows. Call ``hydrate(from:)`` before you read its rows.
  init(_ plan: MaintenancePlan) {
    self.plan = plan
    rows = MaintainedWindow(order: plan.order, limit: plan.limit, offset: plan.offset)
  }

  /// Loads the rows from the file. Returns false if a row has no entity. The result must then not
  /// be kept for later reads.
  mutating func hydrate(from source: any ResultLoader) throws -> Bool {
    let loaded = try source.rows(plan, after: nil, count: rows.hydrationLimit)
    rows.hydrate(loaded.rows)
    return loaded.isComplete
  }

  /// Loads missing rows from the file. Rows are missing if so many rows have left a limited result
  /// that the spare rows after the limit are used up. Call this method after all changes are
  /// applied.
  ///
  /// Returns false if a loaded row has no entity. The result must then not be kept for later reads.
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

/// The part of a live query's result that is kept between two reads. Guarded by the lock of its
/// owner.
struct SlotState<Change: Sendable> {
  /// The kept rows. Nil before the first read, after a reset, and after very many changes. The next
  /// read then loads the rows from the file.
  private(set) var kept: MaterializedResult?
  /// The changes of commits that were not applied to ``kept`` yet. The next read applies them.
  private(set) var pending: [Change] = []
  /// The number of changes that were received. Rows that were loaded from the file are kept only if
  /// this number has not changed since loading began.
  private(set) var version: UInt64 = 0

  /// Records that a commit affects the result. If too many changes are waiting, drops the kept
  /// rows, because loading them again costs less.
  ///
  /// - Parameters:
  ///   - change: The change of the kept rows. Nil if no rows are kept.
  ///   - commit: The commit, which releases the dropped rows after the write.
  mutating func receive(_ change: Change?, _ commit: CommitContext) {
    version += 1
    guard let kept, let change else { return }
    if pending.count < max(64, kept.rows.visible.count / 4) {
      pending.append(change)
    } else {
      commit.released.append(drop())
    }
  }

  /// Drops the kept rows, because the commit may have changed any of them. `commit` releases the
  /// rows after the write.
  mutating func reset(_ commit: CommitContext) {
    version += 1
    if kept != nil { commit.released.append(drop()) }
  }

  /// Stores rows for later reads. Returns the replaced state, which the caller must release when it
  /// holds no lock.
  ///
  /// Stores nothing and returns nil if a change has arrived since `version` was read.
  mutating func keep(_ rows: MaterializedResult, readAt version: UInt64) -> AnyObject? {
    guard self.version == version else { return nil }
    defer { (kept, pending) = (rows, []) }
    return HeldValue((kept, pending))
  }

  /// Drops the kept rows, so that the next read loads them from the file. Returns the dropped
  /// state, which the caller must release when no lock is held.
  private mutating func drop() -> AnyObject {
    defer { (kept, pending) = (nil, []) }
    return HeldValue((kept, pending))
  }
}

extension Guarded {
  /// Stores rows for later reads. Stores nothing if a change has arrived since `version` was read,
  /// because the rows may be out of date.
  func keep<Change>(_ rows: MaterializedResult, readAt version: UInt64)
  where Value == SlotState<Change> {
    // The replaced state may hold the last reference to an entity, whose `deinit` is user code. The
    // state is therefore released after the evaluation.
    if let old = withLock({ $0.keep(rows, readAt: version) }) { DeferredRelease.release(old) }
  }
}
