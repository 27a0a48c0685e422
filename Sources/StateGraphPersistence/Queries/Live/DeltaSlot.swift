import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The result of a live query in memory. The changed rows of a commit update the result without
/// SQL.
///
/// During a commit, the slot evaluates the query's condition for each changed row, and appends the
/// changes that affect the result to `pending`. The next read applies `pending` to a copy of the
/// stored rows, outside the lock. The copy replaces the stored rows unless another change has
/// arrived meanwhile. Entities are therefore created only when the result is read.
final class DeltaSlot: ResultSlot {
  /// The change of one row of the result.
  ///
  /// `old` is nil if the row was not in the result before the change. `new` is nil if the row is
  /// not in the result after the change.
  private struct Pending: Sendable {
    let old: RowImage?
    let new: RowImage?
    let generation: UInt64
  }

  let signal: Signal
  private let source: any ResultLoader
  private let reads: QueryReads
  private let state = Guarded(SlotState<Pending>())

  init(_ source: any ResultLoader, _ reads: QueryReads, named name: SignalName) {
    signal = Signal(keeping: name)
    self.source = source
    self.reads = reads
  }

  /// The number of changes that this slot has received from commits.
  ///
  /// Read this number before you load rows for ``provide(_:readAt:)``.
  var version: UInt64 { state.withLock { $0.version } }

  func rows(readingAtMost limit: Int) throws -> LiveResult? {
    let (kept, pending, version, count) = state.withLock {
      ($0.kept, $0.pending, $0.version, $0.countOfNextRead)
    }
    guard count <= limit else { return nil }
    guard var kept else { return try hydrate(at: version, because: .first) }
    if pending.isEmpty { return .kept(kept.rows.visible) }
    let isCurrent = try pending.allSatisfy { try apply($0, to: &kept.rows) }
    guard try isCurrent && kept.refill(from: source, reads, of: signal) else {
      guard kept.rows.visible.count <= limit else { return nil }
      return try hydrate(at: version, because: .lost)
    }
    state.keep(kept, readAt: version)
    return .kept(kept.rows.visible)
  }

  /// Returns the rows in memory, updated to the last commit, and their plan. Runs no SELECT of all
  /// rows.
  ///
  /// Returns nil if no rows are in memory, if a change cannot be applied to the rows, or if the
  /// rows are not all rows of the query. The caller may be inside a write, so the updated rows are
  /// not stored.
  func keptRows() throws -> (plan: MaintenancePlan, rows: OrderedRows<RowObject>)? {
    let (kept, pending) = state.withLock { ($0.kept, $0.pending) }
    guard var kept else { return nil }
    for change in pending {
      guard try apply(change, to: &kept.rows) else { return nil }
    }
    guard kept.rows.isComplete else { return nil }
    return (kept.plan, kept.rows.visible.rows)
  }

  /// Stores rows that one SELECT has read for several relationships together (prefetching).
  ///
  /// Ignores the rows if a change has arrived since ``version`` was read, because the rows may be
  /// outdated. Also ignores the rows if only SQL can update this result.
  func provide(_ rows: [LiveRow], readAt version: UInt64) throws {
    guard let plan = try source.plan() else { return }
    var kept = MaterializedResult(plan)
    kept.rows.hydrate(rows)
    state.keep(kept, readAt: version)
  }

  private func hydrate(at version: UInt64, because reason: QueryReads.Reason) throws
    -> LiveResult
  {
    let plan = try source.plan()
    guard let plan else {
      return try reads.read(.unfollowed, of: signal) {
        .read(try source.rows(nil, after: nil, count: nil).rows)
      }
    }
    var kept = MaterializedResult(plan)
    if try reads.read(reason, of: signal, { try kept.hydrate(from: source) }) {
      state.keep(kept, readAt: version)
    } else if plan.isWindow {
      // A row without an entity still counts for the query's limit and offset, so SQL applies them
      // here.
      return .read(try source.rows(nil, after: nil, count: nil).rows)
    }
    return .kept(kept.rows.visible)
  }

  /// Applies the change of one row to the stored rows.
  ///
  /// Returns false if the change does not fit the stored rows, or if the changed row has no entity.
  /// The caller must then load the result from the file again.
  private func apply(_ change: Pending, to rows: inout MaintainedWindow<RowObject>) throws -> Bool {
    do {
      let outcome = try rows.apply(old: change.old, new: change.new) {
        guard let new = change.new,
          let payload = try source.payload(of: new, since: change.generation)
        else { throw LostRow() }
        return payload
      }
      guard outcome == .inconsistent else { return true }
      reads.note(.inconsistent, of: signal)
      return false
    } catch is LostRow {
      return false
    }
  }

  /// Thrown if a changed row has no entity.
  ///
  /// Either a later commit has deleted the row, or loading the row has failed.
  private struct LostRow: Error {}
}

// MARK: - From commits

extension DeltaSlot {
  func receive(_ change: RowChange, _ commit: CommitContext) -> Bool {
    let generation = source.generation
    return state.withLock { state in
      guard let plan = state.kept?.plan else {
        state.receive(nil, commit)
        return true
      }
      guard let (old, new) = try? plan.images(of: change) else {
        // Only SQLite can evaluate the query's condition for the changed row, so the next read runs
        // the query.
        state.reset(commit)
        return true
      }
      if old == nil, new == nil { return false }
      if let old, let new, plan.order.compare(old, new) == 0 { return false }
      state.receive(Pending(old: old, new: new, generation: generation), commit)
      return true
    }
  }

  func reset(_ commit: CommitContext) {
    state.withLock { $0.reset(commit) }
  }
}
