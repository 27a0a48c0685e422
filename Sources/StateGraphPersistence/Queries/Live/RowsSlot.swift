import StateGraph
import StateGraphSQLite
import StateGraphThreads

/// A live query whose rows are kept, and brought up to date from the commits' rows without SQL.
///
/// A commit appends what concerns the slot to `pending`; whoever reads next applies it to a copy of
/// the rows, outside the lock, and puts the copy back unless another commit has come. So a commit
/// costs the slot the look at one row, and a slot that nobody reads costs no more.
final class RowsSlot: LiveSlot {
  /// What a commit did to one row: its kept columns where it belonged before, and where it belongs
  /// now.
  private struct Pending: Sendable {
    let old: RowImage?
    let new: RowImage?
    let generation: UInt64
  }

  private struct Kept: Sendable {
    let plan: RowsPlan
    var rows: LiveRows<RowObject>
  }

  private struct State {
    /// Nil until the first read, and where too much has changed to follow.
    var kept: Kept?
    var pending: [Pending] = []
    /// Counts what was received: what was read before is not kept after.
    var version: UInt64 = 0

    /// The next read asks the file. Returns what has to be let go of when no lock is held.
    mutating func drop() -> AnyObject {
      defer { (kept, pending) = (nil, []) }
      return HeldValue((kept, pending))
    }
  }

  let signal = Signal()
  private let source: any RowsSource
  private let reads: QueryReads
  private let state = Guarded(State())

  init(_ source: any RowsSource, _ reads: QueryReads) {
    self.source = source
    self.reads = reads
  }

  /// What ``provide(_:readAt:)`` wants to know.
  var version: UInt64 { state.withLock { $0.version } }

  /// The rows as of the newest published commit, or of one that is just being published: the
  /// evaluation that asks is then repeated.
  func rows() throws -> SlotRows {
    let (kept, pending, version) = state.withLock { ($0.kept, $0.pending, $0.version) }
    guard var kept else { return try hydrate(at: version, because: .first) }
    if pending.isEmpty { return .kept(kept.rows.visible) }
    for change in pending {
      guard try apply(change, to: &kept.rows) else {
        return try hydrate(at: version, because: .lost)
      }
    }
    if let refill = kept.rows.refill {
      reads.note(.refill)
      let loaded = try source.rows(kept.plan, after: refill.after, count: refill.count)
      guard loaded.isWhole else { return try hydrate(at: version, because: .lost) }
      kept.rows.refill(with: loaded.rows)
    }
    keep(kept, readAt: version)
    return .kept(kept.rows.visible)
  }

  /// Keeps rows that were read together with those of others, unless a commit has concerned the
  /// slot since ``version`` was asked for.
  func provide(_ rows: [LiveRow], readAt version: UInt64) throws {
    guard let plan = try source.plan() else { return }
    var live = LiveRows<RowObject>(order: plan.order, limit: plan.limit, offset: plan.offset)
    live.hydrate(rows)
    keep(Kept(plan: plan, rows: live), readAt: version)
  }

  private func hydrate(at version: UInt64, because reason: QueryReads.Reason) throws
    -> SlotRows
  {
    reads.note(reason)
    guard let plan = try source.plan() else {
      return .read(try source.rows(nil, after: nil, count: nil).rows)
    }
    var live = LiveRows<RowObject>(order: plan.order, limit: plan.limit, offset: plan.offset)
    let loaded = try source.rows(plan, after: nil, count: live.hydrationLimit)
    live.hydrate(loaded.rows)
    if loaded.isWhole { keep(Kept(plan: plan, rows: live), readAt: version) }
    return .kept(live.visible)
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
      reads.note(.inconsistent)
      return false
    } catch is LostRow {
      return false
    }
  }

  private func keep(_ kept: Kept, readAt version: UInt64) {
    let old = state.withLock { state -> State? in
      guard state.version == version else { return nil }
      let old = state
      state.kept = kept
      state.pending = []
      return old
    }
    // It may be the last to hold an entity.
    if let old { Afterwards.release(HeldValue(old)) }
  }

  /// A row that came is gone again, or nothing can stand for it.
  private struct LostRow: Error {}
}

// MARK: - From commits

extension RowsSlot {
  func receive(_ change: RowChange, _ commit: CommitContext) -> Bool {
    let generation = source.generation
    return state.withLock { state in
      guard let kept = state.kept else {
        state.version += 1
        return true
      }
      let (old, new) = kept.plan.images(of: change)
      if old == nil, new == nil { return false }
      if let old, let new, kept.plan.order.compare(old, new) == 0 { return false }
      state.version += 1
      if state.pending.count < max(64, kept.rows.visible.count / 4) {
        state.pending.append(Pending(old: old, new: new, generation: generation))
      } else {
        commit.released.append(state.drop())
      }
      return true
    }
  }

  func reset(_ commit: CommitContext) {
    state.withLock { state in
      state.version += 1
      if state.kept != nil { commit.released.append(state.drop()) }
    }
  }
}
