import StateGraphSQLite

/// The states of rows that the open write has inserted: nobody else may find them before the
/// commit.
///
/// A key can have several, where a row was deleted and inserted again in the same write; the last
/// one is the row's. Used by the thread that holds the turn only.
struct PendingStates {
  private struct Entry {
    let state: EntityState
    /// The change log's position when the row was written: what a savepoint undoes lies behind its
    /// own.
    let position: Int
    /// Loaded from a row that SQL has inserted, rather than added by the user.
    let isLoaded: Bool
  }

  private var entries: [SQLiteValue: [Entry]] = [:]

  func current(_ key: SQLiteValue) -> EntityState? { entries[key]?.last?.state }

  mutating func insert(
    _ state: EntityState,
    for key: SQLiteValue,
    at position: Int,
    isLoaded: Bool
  ) {
    let entry = Entry(state: state, position: position, isLoaded: isLoaded)
    entries[key, default: []].append(entry)
  }

  /// Takes out everything, oldest state of a key first.
  mutating func removeAll() -> [SQLiteValue: [EntityState]] {
    defer { entries = [:] }
    return entries.mapValues { $0.map(\.state) }
  }

  /// Takes out what was written behind `position`.
  mutating func removeAll(after position: Int) -> [(state: EntityState, isLoaded: Bool)] {
    var removed: [(state: EntityState, isLoaded: Bool)] = []
    for (key, list) in entries {
      removed += list.filter { $0.position > position }.map { ($0.state, $0.isLoaded) }
      let kept = list.filter { $0.position <= position }
      entries[key] = kept.isEmpty ? nil : kept
    }
    return removed
  }
}
