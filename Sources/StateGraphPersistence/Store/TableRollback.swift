import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// Undoes in memory what a rolled-back write had inserted into one table.
///
/// An entity that the user added becomes detached. An entity that was loaded from a row inserted by
/// SQL becomes deleted. The thread that holds the write lock uses it.
struct TableRollback {
  private let context: TableContext
  private let inserter: RowInserter
  /// The depth of the write around the one that was rolled back; 0 for the whole transaction.
  private let depth: Int

  init(_ table: AnyEntityTable, below depth: Int) {
    context = table.context
    inserter = table.inserter
    self.depth = depth
  }

  func apply() {
    if depth == 0 { inserter.transactionDidEnd() }
    let undone = context.state.withLock { $0.pending.removeAll(below: depth) }
    guard !undone.isEmpty else { return }
    var epoch = GraphEpoch()
    for state in undone {
      if !state.isLoadedInWrite {
        state.detach()
      } else if depth == 0 {
        if !isCommitted(state, in: &epoch) { state.markDeleted(in: &epoch) }
      } else {
        keep(state)
      }
    }
    epoch.publish()
  }

  /// Returns whether the state's row exists without the undone write. If it does, registers the
  /// state as the row's entity.
  ///
  /// Possible only in a database in memory: it cannot read the last commit during a write, so that
  /// a row whose changes were too many to remember counts as inserted.
  private func isCommitted(_ state: EntityState, in epoch: inout GraphEpoch) -> Bool {
    let keyCount = context.keyCount
    let key = state.currentImage.key(keyCount)
    guard let database = try? context.graph.database(), database.location == .memory,
      let image = try? database.withReader({ try context.image(key, on: $0) }),
      context.layout.acceptance.firstRefused(image) == nil
    else { return false }
    let other = context.state.withLock { table -> EntityState? in
      if let other = table.map.state(key) { return other }
      table.map.insert(state, key.keyHash, keyCount: keyCount)
      return nil
    }
    guard other == nil else { return false }
    state.apply(image, in: &epoch)
    _ = state.didCommitInsertion()
    return true
  }

  /// Keeps a state that a nested write has loaded: the write around it may have inserted the row.
  /// The commit later checks whether the row exists.
  private func keep(_ state: EntityState) {
    let keyCount = context.keyCount
    let hash = state.currentImage.keyHash(keyCount)
    context.state.withLock { $0.pending.insert(state, hash, keyCount: keyCount, depth: depth) }
  }
}
