import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The result of a live query, or the rows of a relationship, in memory.
///
/// During a commit, the slot appends the changes that affect the result to `pending`. The next read
/// applies `pending` to a copy of the stored rows, outside the lock. The copy replaces the stored
/// rows unless another change has arrived meanwhile. Entities are therefore created only when the
/// result is read.
///
/// If the query reads one table, the slot evaluates its condition for each changed row, so that
/// reads run no SQL. If it joins several tables, the next read queries the affected rows again.
final class ResultSlot: LiveSlot {
  /// A change of a commit that may affect the result.
  enum Change: Sendable {
    /// The change of one row of the result. `old` is nil if the row was not in the result before,
    /// and `new` is nil if it is not in the result after the change.
    case image(old: RowImage?, new: RowImage?, generation: UInt64)
    /// A row of the own table of a query of several tables has changed.
    case row(RowKey)
    /// A row of a joined table has changed.
    ///
    /// The first value is the path from that table to the query's table. The second value contains
    /// the column values that identify the affected rows.
    case related(SourcePath, RowKey)
  }

  let signal: Signal
  private let reads: QueryReads
  private let source: any ResultLoader
  /// Loads rows by their keys, for a query of several tables. It is nil for other queries.
  private let keyedSource: (any KeyedResultLoader)?
  private let state = Guarded(SlotState<Change>())

  /// - Parameter keyed: The same loader as `source` for a query of several tables, or nil for
  ///   others.
  init(
    _ source: any ResultLoader,
    keyed: (any KeyedResultLoader)? = nil,
    reads: QueryReads,
    named name: SignalName
  ) {
    signal = Signal(keeping: name)
    self.source = source
    keyedSource = keyed
    self.reads = reads
  }

  /// The number of changes that this slot has received from commits.
  ///
  /// Read this number before you load rows for ``provide(_:readAt:)``.
  var version: UInt64 { state.withLock { $0.version } }

  /// Returns the rows of the result as of the newest published commit.
  ///
  /// While a commit is being published, the rows may include this commit before the publication
  /// ends. In this case, the graph repeats the evaluation that reads the rows.
  ///
  /// - Parameter limit: How many rows the call may load from the file, or change in memory. If it
  ///   could be more, the call returns nil. With `Int.max`, it never returns nil.
  func rows(readingAtMost limit: Int) throws -> LiveResult? {
    let (kept, pending, version, count) = state.withLock {
      ($0.kept, $0.pending, $0.version, $0.countOfNextRead)
    }
    guard count <= limit else { return nil }
    guard var kept else { return try hydrate(at: version, because: .first) }
    if pending.isEmpty { return .kept(kept.rows.visible) }
    guard try apply(pending, to: &kept) && kept.refill(from: source, reads, of: signal) else {
      guard kept.rows.visible.count <= limit else { return nil }
      return try hydrate(at: version, because: .lost)
    }
    state.keep(kept, readAt: version)
    return .kept(kept.rows.visible)
  }

  /// Returns the rows, however many must be read.
  func rows() throws -> LiveResult { try rows(readingAtMost: .max) ?? .read([]) }

  /// Returns the rows in memory, updated to the last commit, and their plan. Runs no SELECT of all
  /// rows.
  ///
  /// Returns nil if no rows are in memory, if a change cannot be applied to the rows, or if the
  /// rows are not all rows of the query. The caller may be inside a write, so the updated rows are
  /// not stored.
  func keptRows() throws -> (plan: MaintenancePlan, rows: OrderedRows<RowObject>)? {
    let (kept, pending) = state.withLock { ($0.kept, $0.pending) }
    guard var kept, try apply(pending, to: &kept), kept.rows.isComplete else { return nil }
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

  private func hydrate(at version: UInt64, because reason: QueryReads.Reason) throws -> LiveResult {
    guard let plan = try source.plan() else {
      return try reads.read(.unfollowed, of: signal) {
        .read(try source.rows(nil, after: nil, count: nil).rows)
      }
    }
    var kept = MaterializedResult(plan)
    if try reads.read(reason, of: signal, body: { try kept.hydrate(from: source) }) {
      state.keep(kept, readAt: version)
    } else if plan.isWindow {
      // A row without an entity still counts for the query's limit and offset, so SQL applies them
      // here.
      return .read(try source.rows(nil, after: nil, count: nil).rows)
    }
    return .kept(kept.rows.visible)
  }

  /// Applies changes to a copy of the stored rows.
  ///
  /// Returns false if a changed row has no entity, if too many rows are affected, or if the stored
  /// rows contradict the changes. The caller must then load the result again.
  private func apply(_ changes: [Change], to kept: inout MaterializedResult) throws -> Bool {
    if changes.isEmpty { return true }
    do {
      let outcome =
        if let keyedSource {
          try reads.read(.related, of: signal) {
            try kept.requery(changes, from: keyedSource)
          }
        } else {
          try kept.apply(changes, from: source)
        }
      if outcome == .inconsistent { reads.note(.inconsistent, of: signal) }
      return outcome != .inconsistent
    } catch is LostRow {
      return false
    }
  }
}

// MARK: - From commits

extension ResultSlot {
  func receive(_ change: RowChange, in commit: CommitContext) -> Bool {
    let generation = source.generation
    return state.withLock { state in
      guard let kept = state.kept else {
        state.receive(nil, in: commit)
        return true
      }
      if keyedSource != nil {
        if state.pending.isEmpty, kept.isForeign(change) { return false }
        state.receive(.row(change.key), in: commit)
        return true
      }
      guard let (old, new) = try? kept.plan.images(of: change) else {
        // Only SQLite can evaluate the query's condition for the changed row, so the next read runs
        // the query.
        state.reset(commit)
        return true
      }
      if old == nil, new == nil { return false }
      if let old, let new, kept.plan.order.compare(old, with: new) == 0 { return false }
      state.receive(.image(old: old, new: new, generation: generation), in: commit)
      return true
    }
  }

  /// Receives a change that a joined table has caused.
  func receive(_ change: Change, in commit: CommitContext) {
    state.withLock { $0.receive(change, in: commit) }
  }

  func reset(_ commit: CommitContext) {
    state.withLock { $0.reset(commit) }
  }
}
