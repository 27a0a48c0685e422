import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The rows of a live query in memory, and the plan by which commits update them.
struct MaterializedResult: Sendable {
  let plan: MaintenancePlan
  var rows: MaintainedWindow<RowObject>

  /// Creates a result without rows. Call ``hydrate(from:)`` before you read its rows.
  init(_ plan: MaintenancePlan) {
    self.plan = plan
    rows = MaintainedWindow(order: plan.order, limit: plan.limit, offset: plan.offset)
  }

  /// Loads the rows from the file.
  ///
  /// Returns false if a row has no entity. The caller must then not store the result for later
  /// reads.
  mutating func hydrate(from source: any ResultLoader) throws -> Bool {
    let loaded = try source.rows(plan, after: nil, count: rows.hydrationLimit)
    rows.hydrate(loaded.rows)
    return loaded.isComplete
  }

  /// Loads the spare rows that are missing after a query's limit. Call this method after all
  /// changes are applied.
  ///
  /// A query with a limit keeps spare rows after the limit, which move up when rows are deleted.
  /// More rows are loaded when no spare row is left.
  ///
  /// Returns false if a loaded row has no entity. The caller must then not store the result for
  /// later reads.
  mutating func refill(
    from source: any ResultLoader,
    _ reads: QueryReads,
    of signal: Signal
  ) throws -> Bool {
    guard let refill = rows.refill else { return true }
    let loaded = try reads.read(.refill, of: signal) {
      try source.rows(plan, after: refill.after, count: refill.count)
    }
    rows.refill(with: loaded.rows)
    return loaded.isComplete
  }
}

/// The stored data of a live query's result between two reads. Guarded by the owner's lock.
struct SlotState<Change: Sendable> {
  /// The rows in memory. If nil, the next read loads the rows from the file.
  ///
  /// The value is nil before the first read, after ``reset(_:)``, and after more changes than the
  /// slot collects.
  private(set) var kept: MaterializedResult?
  /// The changes of commits that have not been applied to ``kept`` yet. The next read applies them.
  private(set) var pending: [Change] = []
  /// The number of changes that the slot has received from commits.
  ///
  /// A read stores loaded rows only if this number has not changed since the read began.
  private(set) var version: UInt64 = 0
  /// An upper bound of the rows of the result while ``kept`` is nil. `Int.max` if it is unknown.
  private var droppedCount = Int.max

  /// An upper bound of the rows that the next read loads from the file, or changes in memory.
  var countOfNextRead: Int { kept == nil ? droppedCount : pending.count }

  /// Records that a commit affects the result.
  ///
  /// If too many changes are waiting, drops the stored rows, because loading all rows again costs
  /// less than applying the changes.
  ///
  /// - Parameters:
  ///   - change: The change of the stored rows, or nil if no rows are stored.
  ///   - commit: The commit, which releases the dropped rows after the write.
  mutating func receive(_ change: Change?, in commit: CommitContext) {
    version += 1
    guard let kept, let change else {
      if droppedCount < .max { droppedCount += 1 }
      return
    }
    if pending.count < max(64, kept.rows.visible.count / 4) {
      pending.append(change)
    } else {
      droppedCount = kept.rows.visible.count + pending.count + 1
      commit.released.append(drop())
    }
  }

  /// Drops the stored rows, because the commit may have changed any of them.
  ///
  /// - Parameter commit: The commit, which releases the dropped rows after the write.
  mutating func reset(_ commit: CommitContext) {
    version += 1
    droppedCount = .max
    if kept != nil { commit.released.append(drop()) }
  }

  /// Stores rows for later reads, and returns the replaced data.
  ///
  /// The caller must release the returned data outside the lock. Stores nothing and returns nil if
  /// a change has arrived since `version` was read.
  mutating func keep(_ rows: MaterializedResult, readAt version: UInt64) -> AnyObject? {
    guard self.version == version else { return nil }
    defer { (kept, pending) = (rows, []) }
    return HeldValue((kept, pending))
  }

  /// Drops the stored rows, so that the next read loads them from the file.
  ///
  /// Returns the dropped data, which the caller must release outside the lock.
  private mutating func drop() -> AnyObject {
    defer { (kept, pending) = (nil, []) }
    return HeldValue((kept, pending))
  }
}

extension Guarded {
  /// Stores rows for later reads.
  ///
  /// Stores nothing if a change has arrived since `version` was read, because the rows may be
  /// outdated.
  func keep<Change>(_ rows: MaterializedResult, readAt version: UInt64)
  where Value == SlotState<Change> {
    // The replaced data may contain the last reference to an entity, whose `deinit` is user code.
    // The data is therefore released after the evaluation.
    if let old = withLock({ $0.keep(rows, readAt: version) }) { DeferredRelease.release(old) }
  }
}
