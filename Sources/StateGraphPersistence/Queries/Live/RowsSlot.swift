import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// A live query whose rows are kept, and brought up to date from the commits' rows without SQL.
///
/// A commit appends what concerns the slot to `pending`; whoever reads next applies it to a copy of
/// the rows, outside the lock, and puts the copy back unless another commit has come. So a commit
/// costs the slot the look at one row, and a slot that nobody reads costs no more.
final class RowsSlot: RowsLiveSlot {
  /// What a commit did to one row: its kept columns where it belonged before, and where it belongs
  /// now.
  private struct Pending: Sendable {
    let old: RowImage?
    let new: RowImage?
    let generation: UInt64
  }

  let signal: Signal
  private let source: any RowsSource
  private let reads: QueryReads
  private let state = Guarded(SlotState<Pending>())

  init(_ source: any RowsSource, _ reads: QueryReads, named name: SignalName) {
    signal = Signal(keeping: name)
    self.source = source
    self.reads = reads
  }

  /// What ``provide(_:readAt:)`` wants to know.
  var version: UInt64 { state.withLock { $0.version } }

  func rows() throws -> SlotRows {
    let (kept, pending, version) = state.withLock { ($0.kept, $0.pending, $0.version) }
    guard var kept else { return try hydrate(at: version, because: .first) }
    if pending.isEmpty { return .kept(kept.rows.visible) }
    for change in pending {
      guard try apply(change, to: &kept.rows) else {
        return try hydrate(at: version, because: .lost)
      }
    }
    guard try kept.refill(from: source, reads, of: signal) else {
      return try hydrate(at: version, because: .lost)
    }
    state.keep(kept, readAt: version)
    return .kept(kept.rows.visible)
  }

  /// Keeps rows that were read together with those of others, unless a commit has concerned the
  /// slot since ``version`` was asked for.
  func provide(_ rows: [LiveRow], readAt version: UInt64) throws {
    guard let plan = try source.plan() else { return }
    var kept = KeptRows(plan)
    kept.rows.hydrate(rows)
    state.keep(kept, readAt: version)
  }

  private func hydrate(at version: UInt64, because reason: QueryReads.Reason) throws
    -> SlotRows
  {
    let plan = try source.plan()
    reads.note(plan == nil ? .unfollowed : reason, of: signal)
    guard let plan else {
      return .read(try source.rows(nil, after: nil, count: nil).rows)
    }
    var kept = KeptRows(plan)
    if try kept.hydrate(from: source) { state.keep(kept, readAt: version) }
    return .kept(kept.rows.visible)
  }

  /// Returns whether the rows are what they should be.
  private func apply(_ change: Pending, to rows: inout LiveRows<RowObject>) throws -> Bool {
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

  /// A row that came is gone again, or nothing can stand for it.
  private struct LostRow: Error {}
}

// MARK: - From commits

extension RowsSlot {
  func receive(_ change: RowChange, _ commit: CommitContext) -> Bool {
    let generation = source.generation
    return state.withLock { state in
      guard let plan = state.kept?.plan else {
        state.receive(nil, commit)
        return true
      }
      let (old, new) = plan.images(of: change)
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
