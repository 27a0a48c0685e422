import StateGraphSQLite

/// Rows as one thread sees them while others see them otherwise: in its open write, or in its
/// snapshot. Spares it a SELECT for each property.
///
/// Confined to that thread.
package final class PrivateRows {
  private struct Entry {
    /// Held: another object at its address would be taken for it.
    let state: EntityState
    let image: RowImage?
    /// The position of the change log when the row was read.
    let position: Int
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  /// Of rows that SQL has inserted, loaded in this write: while it lasts they stay the same
  /// objects.
  private var loaded: [EntityState] = []

  /// Of rows that are gone since the snapshot, by table: inside it they stay the same objects.
  private var gone: [ObjectIdentifier: [RowKey: EntityState]] = [:]

  /// A read of a million rows in one write is not to keep them all.
  private static let limit = 65_536

  package init() {}

  /// The rows of a snapshot.
  static func of(_ snapshot: Snapshot) -> PrivateRows {
    if let rows = snapshot.attachment as? PrivateRows { return rows }
    let made = PrivateRows()
    snapshot.attachment = made
    return made
  }

  /// The state's row as it was read at `position`, or is read now.
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
    // What dies with them is the user's, and may come here again.
    dropped.removeAll()
  }

  /// The state of a row that is gone since the snapshot, made at most once.
  func gone(_ key: RowKey, of table: AnyObject, make: () -> EntityState) -> EntityState {
    if let known = gone[ObjectIdentifier(table)]?[key] { return known }
    let made = make()
    gone[ObjectIdentifier(table), default: [:]][key] = made
    return made
  }

  func keepLoaded(_ state: EntityState) { loaded.append(state) }

  /// Forgets everything, and returns what it was, to be released where that may run user code.
  func removeAll() -> AnyObject? {
    guard !entries.isEmpty || !loaded.isEmpty else { return nil }
    let removed = PrivateRows()
    swap(&removed.entries, &entries)
    swap(&removed.loaded, &loaded)
    return removed
  }
}
