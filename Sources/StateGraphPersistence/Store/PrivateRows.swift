import StateGraphSQLite

/// A cache of the rows that one thread sees inside its open write or its snapshot.
///
/// Without the cache, each read of a property would run a SELECT. Only that thread may use this
/// object.
package final class PrivateRows {
  private struct Entry {
    /// The state whose row is cached. It is retained, because the cache finds rows by the state's
    /// address. Otherwise, a new state could get the address of a released state.
    let state: EntityState
    let row: PrivateRow
    /// The position in the change log when the row was read. After a newer change, the cached row
    /// is invalid.
    let position: Int
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  /// The states that this write has loaded from rows that its own SQL has inserted.
  ///
  /// They are retained, so that each row keeps its object until the write ends.
  private var loaded: [EntityState] = []

  /// For each table, the states of rows that were deleted after the snapshot began.
  ///
  /// They are retained, so that each row keeps its object until the snapshot ends.
  private var deleted: [ObjectIdentifier: [RowKey: EntityState]] = [:]

  /// The maximum number of cached rows. A write that reads a million rows must not keep all of
  /// them.
  private static let limit = 65_536

  package init() {}

  /// Returns the row cache of a snapshot. The first call creates it.
  static func of(_ snapshot: Snapshot) -> PrivateRows {
    if let rows = snapshot.attachment as? PrivateRows { return rows }
    let made = PrivateRows()
    snapshot.attachment = made
    return made
  }

  /// Returns the row of a state.
  ///
  /// Returns the cached row if it was read at this `position` of the change log. Otherwise, calls
  /// `read` and caches the result.
  func row(
    of state: EntityState,
    at position: Int,
    _ read: () throws -> PrivateRow
  ) rethrows -> PrivateRow {
    if let entry = entries[ObjectIdentifier(state)], entry.position == position {
      return entry.row
    }
    let row = try read()
    keep(row, of: state, at: position)
    return row
  }

  func keep(_ row: PrivateRow, of state: EntityState, at position: Int) {
    var dropped: [ObjectIdentifier: Entry] = [:]
    if entries.count >= PrivateRows.limit { swap(&dropped, &entries) }
    entries[ObjectIdentifier(state)] = Entry(state: state, row: row, position: position)
    // Releases the dropped states after the last access to the cache. Their entities' `deinit` is
    // user code, which may call this object again.
    dropped.removeAll()
  }

  /// Returns the state of a row that was deleted after the snapshot began.
  ///
  /// The first call for a row creates its state.
  func deleted(_ key: RowKey, in table: AnyObject, make: () -> EntityState) -> EntityState {
    if let known = deleted[ObjectIdentifier(table)]?[key] { return known }
    let made = make()
    deleted[ObjectIdentifier(table), default: [:]][key] = made
    return made
  }

  func keepLoaded(_ state: EntityState) { loaded.append(state) }

  /// Removes the rows and the loaded states of a write.
  ///
  /// - Returns: An object that retains them. The caller must release it at a point where user code
  ///   may run.
  func removeAll() -> AnyObject? {
    guard !entries.isEmpty || !loaded.isEmpty else { return nil }
    let removed = PrivateRows()
    swap(&removed.entries, &entries)
    swap(&removed.loaded, &loaded)
    return removed
  }
}
