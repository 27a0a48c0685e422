import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The result in memory of a live query over several tables.
///
/// After a commit, the next read queries only the affected rows again, by their keys. Only SQL can
/// decide whether a row is in the result. The affected rows are:
/// - the changed rows of the query's own table
/// - the rows of the query's own table that are related to a changed row of another table
final class RequerySlot: ResultSlot {
  /// A change of a commit that may affect the result.
  fileprivate enum Change: Sendable {
    /// A row of the query's own table has changed. The associated value is the row's key.
    case row(RowKey)
    /// A row of another table has changed.
    ///
    /// The first value is the path from that table to the query's table. The second value contains
    /// the column values that identify the affected rows.
    case related(SourcePath, RowKey)
  }

  let signal: Signal
  private let source: any KeyedResultLoader
  private let reads: QueryReads
  private let state = Guarded(SlotState<Change>())

  init(_ source: any KeyedResultLoader, _ reads: QueryReads, named name: SignalName) {
    signal = Signal(keeping: name)
    self.source = source
    self.reads = reads
  }

  func rows(readingAtMost limit: Int) throws -> LiveResult? {
    let (kept, pending, version, count) = state.withLock {
      ($0.kept, $0.pending, $0.version, $0.countOfNextRead)
    }
    guard count <= limit else { return nil }
    guard var kept else { return try hydrate(at: version, because: .first) }
    if pending.isEmpty { return .kept(kept.rows.visible) }
    let isCurrent = try reads.read(.related, of: signal) { try apply(pending, to: &kept) }
    guard isCurrent, try kept.refill(from: source, reads, of: signal) else {
      guard kept.rows.visible.count <= limit else { return nil }
      return try hydrate(at: version, because: .lost)
    }
    state.keep(kept, readAt: version)
    return .kept(kept.rows.visible)
  }

  private func hydrate(at version: UInt64, because reason: QueryReads.Reason) throws -> LiveResult {
    guard let plan = try source.plan() else {
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

  /// Applies changes to the stored rows.
  ///
  /// Returns false if too many rows are affected, or if the stored rows contradict the changes. The
  /// caller must then load the result again.
  private func apply(_ pending: [Change], to kept: inout MaterializedResult) throws -> Bool {
    var keys: Set<RowKey> = []
    var related: [SourcePath: Set<RowKey>] = [:]
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
    guard loaded.isComplete else { return false }
    return replace(keys, by: loaded.rows, in: &kept.rows, kept.plan.order.keyCount)
  }

  /// Replaces the stored rows that have one of these keys with the rows `now`.
  ///
  /// If `now` has no row for a key, the row with this key is removed from the result. Returns false
  /// if the stored rows contradict the changes.
  private func replace(
    _ keys: Set<RowKey>,
    by now: [LiveRow],
    in rows: inout MaintainedWindow<RowObject>,
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

  private func take(_ outcome: MaintenanceOutcome) -> Bool {
    if outcome == .inconsistent { reads.note(.inconsistent, of: signal) }
    return outcome != .inconsistent
  }
}

// MARK: - From commits

extension RequerySlot {
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

extension MaterializedResult {
  /// Returns whether a changed row was outside the result before and after the change.
  ///
  /// The result is true only if three conditions hold: all rows of the result are in memory, the
  /// changed row is not one of them, and the change affects no column of the query's condition.
  fileprivate func isForeign(_ change: RowChange) -> Bool {
    guard rows.isComplete, let old = change.old, change.new != nil,
      !plan.conditionColumns.contains(where: { change.changes(column: $0) })
    else { return false }
    return !rows.contains(plan.projection(old))
  }
}

/// Passes the changed rows of a joined table to the live query that joins this table. A
/// ``RequerySlot`` has one such object for each joined table.
final class JoinedTableSlot: LiveSlot {
  var signal: Signal { slot.signal }
  private let slot: RequerySlot
  private let table: AnyEntityTable
  private let path: SourcePath

  init(_ slot: RequerySlot, _ table: AnyEntityTable, _ path: SourcePath) {
    (self.slot, self.table, self.path) = (slot, table, path)
  }

  func receive(_ change: RowChange, _ commit: CommitContext) -> Bool {
    if path.ownColumns.count > 1 { return receiveKeys(change, commit) }
    guard let column = table.schema.columnIndex(path.ownColumns[0].string) else {
      slot.reset(commit)
      return true
    }
    var isRelated = false
    for image in [change.old, change.new].compactMap({ $0 }) where !image[column].isNull {
      isRelated = true
      slot.receive(.related(path, .value(image[column])), commit)
    }
    return isRelated
  }

  /// Passes on the change of a row that the query joins by several columns.
  ///
  /// Returns whether the change may affect the result.
  private func receiveKeys(_ change: RowChange, _ commit: CommitContext) -> Bool {
    let schema = table.schema
    let columns = path.ownColumns.compactMap { schema.columnIndex($0.string) }
    guard columns.count == path.ownColumns.count else {
      slot.reset(commit)
      return true
    }
    var isRelated = false
    for image in [change.old, change.new].compactMap({ $0 }) {
      let values = columns.map { image[$0] }
      if values.contains(.null) { continue }
      isRelated = true
      slot.receive(.related(path, .values(values)), commit)
    }
    return isRelated
  }

  func reset(_ commit: CommitContext) { slot.reset(commit) }
}
