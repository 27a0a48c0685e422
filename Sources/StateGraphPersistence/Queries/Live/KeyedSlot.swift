import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// A live query over several tables, whose rows are kept.
///
/// Whether a row belongs, only SQL can tell. A commit's rows tell which rows of the query may have
/// come or gone: those that were changed themselves, and those to which a changed row of another
/// table leads. Whoever reads next asks the file for these alone, by their keys.
final class KeyedSlot: RowsLiveSlot {
  /// What a commit has changed.
  fileprivate enum Change: Sendable {
    /// A row of the query's own table.
    case row(RowKey)
    /// A row of another table, with that value in the column by which it leads to the query's rows.
    case related(SourcePath, SQLiteValue)
  }

  let signal: Signal
  private let source: any KeyedSource
  private let reads: QueryReads
  private let state = Guarded(SlotState<Change>())

  init(_ source: any KeyedSource, _ reads: QueryReads, named name: SignalName) {
    signal = Signal(keeping: name)
    self.source = source
    self.reads = reads
  }

  func rows() throws -> SlotRows {
    let (kept, pending, version) = state.withLock { ($0.kept, $0.pending, $0.version) }
    guard var kept else { return try hydrate(at: version, because: .first) }
    if pending.isEmpty { return .kept(kept.rows.visible) }
    reads.note(.related, of: signal)
    guard try apply(pending, to: &kept), try kept.refill(from: source, reads, of: signal) else {
      return try hydrate(at: version, because: .lost)
    }
    state.keep(kept, readAt: version)
    return .kept(kept.rows.visible)
  }

  private func hydrate(at version: UInt64, because reason: QueryReads.Reason) throws -> SlotRows {
    guard let plan = try source.plan() else {
      reads.note(.unfollowed, of: signal)
      return .read(try source.rows(nil, after: nil, count: nil).rows)
    }
    reads.note(reason, of: signal)
    var kept = KeptRows(plan)
    if try kept.hydrate(from: source) { state.keep(kept, readAt: version) }
    return .kept(kept.rows.visible)
  }

  /// Returns false where it pays to read all anew, or something is not as it should be.
  private func apply(_ pending: [Change], to kept: inout KeptRows) throws -> Bool {
    var keys: Set<RowKey> = []
    var related: [SourcePath: Set<SQLiteValue>] = [:]
    for change in pending {
      switch change {
      case .row(let key): keys.insert(key)
      case .related(let path, let value): related[path, default: []].insert(value)
      }
    }
    if !related.isEmpty { keys.formUnion(try source.keys(related)) }
    guard keys.count <= max(64, kept.rows.visible.count / 4) else { return false }
    if keys.isEmpty { return true }
    let loaded = try source.rows(kept.plan, keys: Array(keys))
    guard loaded.isWhole else { return false }
    return replace(keys, by: loaded.rows, in: &kept.rows, kept.plan.order.keyCount)
  }

  /// Of the rows with those keys, `now` are all that belong.
  private func replace(
    _ keys: Set<RowKey>,
    by now: [LiveRow],
    in rows: inout LiveRows<RowObject>,
    _ keyCount: Int
  ) -> Bool {
    let byHash = Dictionary(grouping: keys) { $0.keyHash }
    let before = rows.rows { image in
      byHash[image.keyHash(keyCount)]?.contains { $0.isKey(of: image) } ?? false
    }
    var coming: [ObjectIdentifier: LiveRow] = [:]
    for row in now { coming[ObjectIdentifier(row.element)] = row }
    for row in before {
      if let same = coming[ObjectIdentifier(row.element)],
        rows.order.compare(same.image, row.image) == 0
      {
        coming[ObjectIdentifier(row.element)] = nil
      } else if !take(rows.apply(old: row.image, new: nil) { row.element }) {
        return false
      }
    }
    return coming.values.allSatisfy { row in
      take(rows.apply(old: nil, new: row.image) { row.element })
    }
  }

  private func take(_ outcome: LiveOutcome) -> Bool {
    if outcome == .inconsistent { reads.note(.inconsistent, of: signal) }
    return outcome != .inconsistent
  }
}

// MARK: - From commits

extension KeyedSlot {
  func receive(_ change: RowChange, _ commit: CommitContext) -> Bool {
    state.withLock { state in
      if state.pending.isEmpty, state.kept?.isForeign(change) ?? false { return false }
      state.receive(.row(change.key), commit)
      return true
    }
  }

  func reset(_ commit: CommitContext) {
    state.withLock { $0.reset(commit) }
  }

  fileprivate func receive(_ change: Change, _ commit: CommitContext) {
    state.withLock { $0.receive(change, commit) }
  }
}

extension KeptRows {
  /// Whether the row was none of the query's and is none now: it changes in the order alone, and
  /// all that belong are kept.
  fileprivate func isForeign(_ change: RowChange) -> Bool {
    guard rows.isComplete, let old = change.old, change.new != nil,
      !plan.conditionColumns.contains(where: { change.changes(column: $0) })
    else { return false }
    return !rows.contains(plan.projection(old))
  }
}

/// What the router finds for another table that a live query reads.
final class RelatedSlot: LiveSlot {
  var signal: Signal { slot.signal }
  private let slot: KeyedSlot
  private let table: AnyEntityTable
  private let path: SourcePath

  init(_ slot: KeyedSlot, _ table: AnyEntityTable, _ path: SourcePath) {
    (self.slot, self.table, self.path) = (slot, table, path)
  }

  func receive(_ change: RowChange, _ commit: CommitContext) -> Bool {
    guard let column = table.schema.columnIndex(path.ownColumn) else {
      slot.reset(commit)
      return true
    }
    var isRelated = false
    for image in [change.old, change.new].compactMap({ $0 }) where !image[column].isNull {
      isRelated = true
      slot.receive(.related(path, image[column]), commit)
    }
    return isRelated
  }

  func reset(_ commit: CommitContext) { slot.reset(commit) }
}
