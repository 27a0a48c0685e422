import StateGraphLive
import StateGraphSQLite

/// Thrown if a changed row has no entity, or if too many rows have changed.
///
/// Either a later commit has deleted the row, or loading the row has failed. The result must be
/// loaded again.
struct LostRow: Error {}

extension MaterializedResult {
  /// Applies the changes of single rows. Runs no SQL, unless a new row has no entity in memory.
  mutating func apply(
    _ changes: [ResultSlot.Change],
    from source: any ResultLoader
  ) throws -> MaintenanceOutcome {
    for case .image(let old, let new, let generation) in changes {
      let outcome = try rows.apply(old: old, new: new) {
        guard let new, let payload = try source.payload(of: new, since: generation) else {
          throw LostRow()
        }
        return payload
      }
      if outcome == .inconsistent { return outcome }
    }
    return .changed
  }

  /// Queries the rows again that changes of several tables affect, by their keys.
  mutating func requery(
    _ changes: [ResultSlot.Change],
    from source: any KeyedResultLoader
  ) throws -> MaintenanceOutcome {
    var keys: Set<RowKey> = []
    var related: [SourcePath: Set<RowKey>] = [:]
    for change in changes {
      switch change {
      case .image: break
      case .row(let key): keys.insert(key)
      case .related(let path, let value): related[path, default: []].insert(value)
      }
    }
    if !related.isEmpty { keys.formUnion(try source.keys(related)) }
    guard keys.count <= max(64, rows.visible.count / 4) else { throw LostRow() }
    if keys.isEmpty { return .unchanged }
    let loaded = try source.rows(plan, keys: Array(keys))
    guard loaded.isComplete else { throw LostRow() }
    return replace(keys, by: loaded.rows) ? .changed : .inconsistent
  }

  /// Replaces the stored rows that have one of these keys with the rows `now`.
  ///
  /// If `now` has no row for a key, the row with this key is removed from the result. Returns false
  /// if the stored rows contradict the changes.
  private mutating func replace(_ keys: Set<RowKey>, by now: [LiveRow]) -> Bool {
    let keyCount = plan.order.keyCount
    let byHash = Dictionary(grouping: keys) { $0.keyHash }
    let before = rows.rows { image in
      byHash[image.keyHash(keyCount)]?.contains { $0.isKey(of: image) } ?? false
    }
    var coming: [ObjectIdentifier: LiveRow] = [:]
    for row in now { coming[ObjectIdentifier(row.element)] = row }
    for row in before {
      if let same = coming[ObjectIdentifier(row.element)],
        rows.order.compare(same.image, with: row.image) == 0
      {
        coming[ObjectIdentifier(row.element)] = nil
      } else if rows.apply(old: row.image, new: nil, element: { row.element }) == .inconsistent {
        return false
      }
    }
    for row in coming.values {
      let outcome = rows.apply(old: nil, new: row.image) { row.element }
      if outcome == .inconsistent { return false }
    }
    return true
  }

  /// Returns whether a changed row was outside the result before and after the change.
  ///
  /// The result is true only if three conditions hold: all rows of the result are in memory, the
  /// changed row is not one of them, and the change affects no column of the query's condition.
  func isForeign(_ change: RowChange) -> Bool {
    guard rows.isComplete, let old = change.old, change.new != nil,
      !plan.conditionColumns.contains(where: { change.changes(column: $0) })
    else { return false }
    return !rows.contains(plan.projection(old))
  }
}
