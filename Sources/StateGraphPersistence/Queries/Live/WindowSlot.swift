import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// The rowids of a query's rows as of the last read, and the rows that commits have changed since.
///
/// The next read reads the rows in the order of the query only until it has found the changed ones.
/// See ``RowIDMerge``. An insertion at the top of a million rows then reads two rows.
final class WindowSlot: LiveSlot {
  /// A row that a commit has changed.
  private struct Change: Sendable {
    let id: Int64
    let change: RowIDMerge.Change
    let version: UInt64
  }

  private struct State: Sendable {
    /// The value is nil before the first read, and if all rows must be read again.
    var ids: RowIDs?
    var changes: [Change] = []
    /// How often a commit has changed the result.
    var version: UInt64 = 0
  }

  /// If more rows have changed, all rows are read again.
  private static var changeLimit: Int { 64 }

  let signal: Signal
  /// Whether the key of a changed row is its rowid, and only rows of the query's own table decide
  /// about the result. Otherwise, each change makes the next read read all rows.
  private let followsRows: Bool
  private let state = Guarded(State())

  init(named name: SignalName, followsRows: Bool) {
    signal = Signal(keeping: name)
    self.followsRows = followsRows
  }

  func receive(_ change: RowChange, in commit: CommitContext) -> Bool {
    state.withLock { state in
      state.version += 1
      guard state.ids != nil else { return }
      if followsRows, state.changes.count < Self.changeLimit,
        case .integer(let id)? = change.key.values.first
      {
        let change = RowIDMerge.Change(existed: change.old != nil, exists: change.new != nil)
        state.changes.append(Change(id: id, change: change, version: state.version))
      } else {
        drop(&state, in: commit)
      }
    }
    return true
  }

  func reset(_ commit: CommitContext) {
    state.withLock { state in
      state.version += 1
      drop(&state, in: commit)
    }
  }

  /// Drops the rowids. The commit releases them after the write.
  private func drop(_ state: inout State, in commit: CommitContext) {
    if let ids = state.ids { commit.released.append(HeldValue(ids)) }
    (state.ids, state.changes) = (nil, [])
  }

  /// What the next read begins with: the rowids of the last read, the rows that have changed since,
  /// and whether each of them exists. The result is nil if all rows must be read.
  func start() -> (merge: RowIDMerge?, version: UInt64) {
    state.withLock { state in
      let merge = state.ids.map { ids in
        var changed: [Int64: RowIDMerge.Change] = [:]
        for entry in state.changes {
          var change = entry.change
          change.existed = change.existed || changed[entry.id]?.existed == true
          changed[entry.id] = change
        }
        return RowIDMerge(ids, changed: changed)
      }
      return (merge, state.version)
    }
  }

  /// Keeps the rowids of a read for the next one.
  ///
  /// - Parameter version: The result of ``start()``. Changes that have arrived since stay: the read
  ///   may have seen them, and the next read looks for them again.
  func keep(_ ids: RowIDs, readAt version: UInt64) {
    // The old rowids are released outside of the lock.
    _ = state.withLock { state -> RowIDs? in
      let isStale = state.ids == nil && state.version != version
      if isStale { return nil }
      defer { state.ids = ids }
      state.changes.removeAll { $0.version <= version }
      return state.ids
    }
  }
}
