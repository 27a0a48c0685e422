import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// Undoes in memory the insertions of a rolled-back write into one table.
///
/// An entity that the user added becomes an entity without a row. An entity that was loaded from a
/// row inserted by SQL is marked as deleted. The thread that holds the write lock uses this type.
struct TableRollback {
  private let context: TableContext
  private let inserter: RowInserter
  /// The depth of the write that encloses the rolled-back one. 0 if the complete transaction was
  /// rolled back.
  private let depth: Int

  init(_ table: AnyEntityTable, below depth: Int) {
    context = table.context
    inserter = table.inserter
    self.depth = depth
  }

  func apply() {
    if depth == 0 { inserter.transactionDidEnd() }
    // None of these references is the last one. The graph retains the entities that were added or
    // loaded in the write until the write has ended.
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

  /// Returns whether the row of the state exists without the rolled-back write.
  ///
  /// If the row exists, registers the state as the state of its entity.
  ///
  /// This is possible only in a database in memory, which cannot read the last commit during a
  /// write. If a write changes too many rows to remember each one, such a database treats an old
  /// row as inserted.
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

  /// Keeps a state that a nested write has loaded, because the enclosing write may have inserted
  /// its row.
  ///
  /// The commit later checks whether the row exists.
  private func keep(_ state: EntityState) {
    let keyCount = context.keyCount
    let hash = state.currentImage.keyHash(keyCount)
    context.state.withLock { $0.pending.insert(state, hash, keyCount: keyCount, depth: depth) }
  }
}
