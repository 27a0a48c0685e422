import StateGraphSQLite

/// A cache of the rows that only one thread sees: those of its open write, or those of its
/// snapshot. It saves a SELECT for each property.
///
/// Belongs to that thread.
package final class PrivateRows {
  private struct Entry {
    /// Retained, because the cache finds rows by the state's address, and a new object could get
    /// the address of a released one.
    let state: EntityState
    let image: RowImage?
    /// The position of the change log at which the row was read.
    let position: Int
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  /// The states that this write has loaded from rows that its SQL has inserted. Retained, so that a
  /// row keeps its object for the length of the write.
  private var loaded: [EntityState] = []

  /// By table, the states of rows that were deleted after the snapshot. Retained, so that a row
  /// keeps its object for the length of the snapshot.
  private var deleted: [ObjectIdentifier: [RowKey: EntityState]] = [:]

  /// The maximum number of cached rows, because a write that reads a million rows must not keep
  /// them all.
  private static let limit = 65_536

  package init() {}

  /// Returns the row cache of a snapshot.
  static func of(_ snapshot: Snapshot) -> PrivateRows {
    if let rows = snapshot.attachment as? PrivateRows { return rows }
    let made = PrivateRows()
    snapshot.attachment = made
    return made
  }

  /// Returns the state's row: the cached image if it was read at this `position` of the change log,
  /// otherwise the result of `read`.
  func image(
    of state: EntityState,
    at position: Int,
    _ read: () throws -> RowImage?
  ) rethrows -> RowImage? {
    if let entry = entries[ObjectIdentifier(state)], entry.position == position {
      return entry.image
    }
    let image = try read()
    keep(image, of: state, at: position)
    return image
  }

  func keep(_ image: RowImage?, of state: EntityState, at position: Int) {
    var dropped: [ObjectIdentifier: Entry] = [:]
    if entries.count >= PrivateRows.limit { swap(&dropped, &entries) }
    entries[ObjectIdentifier(state)] = Entry(state: state, image: image, position: position)
    // The `deinit` of the dropped entities is user code, which may call this object again.
    dropped.removeAll()
  }

  /// Returns the state of a row that was deleted after the snapshot. The first call creates the
  /// state.
  func deleted(_ key: RowKey, in table: AnyObject, make: () -> EntityState) -> EntityState {
    if let known = deleted[ObjectIdentifier(table)]?[key] { return known }
    let made = make()
    deleted[ObjectIdentifier(table), default: [:]][key] = made
    return made
  }

  func keepLoaded(_ state: EntityState) { loaded.append(state) }

  /// Removes everything. Returns the removed objects; the caller releases them where user code may
  /// run.
  func removeAll() -> AnyObject? {
    guard !entries.isEmpty || !loaded.isEmpty else { return nil }
    let removed = PrivateRows()
    swap(&removed.entries, &entries)
    swap(&removed.loaded, &loaded)
    return removed
  }
}
