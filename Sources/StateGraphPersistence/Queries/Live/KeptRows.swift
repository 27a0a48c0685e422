import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The rows of a live query, and how they are followed.
struct KeptRows: Sendable {
  let plan: RowsPlan
  var rows: LiveRows<RowObject>

  /// Of a query of which nothing is kept yet.
  init(_ plan: RowsPlan) {
    self.plan = plan
    rows = LiveRows(order: plan.order, limit: plan.limit, offset: plan.offset)
  }

  /// Reads the rows anew. Returns whether something stands for each.
  mutating func hydrate(from source: any RowsSource) throws -> Bool {
    let loaded = try source.rows(plan, after: nil, count: rows.hydrationLimit)
    rows.hydrate(loaded.rows)
    return loaded.isWhole
  }

  /// Reads what is missing at the end of a window, once all changes are applied. Returns whether
  /// something stands for each row.
  mutating func refill(
    from source: any RowsSource,
    _ reads: QueryReads,
    of signal: Signal
  ) throws -> Bool {
    guard let refill = rows.refill else { return true }
    reads.note(.refill, of: signal)
    let loaded = try source.rows(plan, after: refill.after, count: refill.count)
    rows.refill(with: loaded.rows)
    return loaded.isWhole
  }
}

/// What a slot keeps between two reads. Owned by the slot's lock.
struct SlotState<Change: Sendable> {
  /// Nil until the first read, and where too much has changed to follow.
  private(set) var kept: KeptRows?
  /// What commits have brought since ``kept`` was right.
  private(set) var pending: [Change] = []
  /// Counts what was received: what was read before is not kept after.
  private(set) var version: UInt64 = 0

  /// A commit concerns the slot, of which nothing is kept, or which `change` says all of.
  mutating func receive(_ change: Change?, _ commit: CommitContext) {
    version += 1
    guard let kept, let change else { return }
    if pending.count < max(64, kept.rows.visible.count / 4) {
      pending.append(change)
    } else {
      commit.released.append(drop())
    }
  }

  /// Anything may have changed.
  mutating func reset(_ commit: CommitContext) {
    version += 1
    if kept != nil { commit.released.append(drop()) }
  }

  /// Returns what has to be let go of when no lock is held; nil where a commit has come since
  /// `version`.
  mutating func keep(_ rows: KeptRows, readAt version: UInt64) -> AnyObject? {
    guard self.version == version else { return nil }
    defer { (kept, pending) = (rows, []) }
    return HeldValue((kept, pending))
  }

  /// The next read asks the file. Returns what has to be let go of when no lock is held.
  private mutating func drop() -> AnyObject {
    defer { (kept, pending) = (nil, []) }
    return HeldValue((kept, pending))
  }
}

extension Guarded {
  /// Keeps the rows, unless a commit has come since `version`.
  func keep<Change>(_ rows: KeptRows, readAt version: UInt64) where Value == SlotState<Change> {
    // It may be the last to hold an entity.
    if let old = withLock({ $0.keep(rows, readAt: version) }) { DeferredRelease.release(old) }
  }
}
