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
  /// The nesting depth of the write that encloses the rolled-back write. 0 if the complete
  /// transaction was rolled back.
  private let depth: Int

  init(_ table: AnyEntityTable, below depth: Int) {
    context = table.context
    inserter = table.inserter
    self.depth = depth
  }

  func apply() {
    if depth == 0 { inserter.transactionDidEnd() }
    // The graph retains the entities of the write until the write has ended. The references in
    // `undone` are therefore never the last ones.
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

  /// Returns whether the row already existed before the rolled-back write. If so, registers `state`
  /// for the row.
  ///
  /// Only a database in memory can report an old row as inserted, after a write that changes too
  /// many rows to record them. Such a database has no second connection, and cannot read the last
  /// commit during a write.
  private func isCommitted(_ state: EntityState, in epoch: inout GraphEpoch) -> Bool {
    let keyCount = context.keyCount
    let key = state.currentImage.key(keyCount)
    guard let database = try? context.graph.database(), database.location == .memory,
      let image = try? database.withReader({ try context.image(key, on: $0) }),
      context.layout.acceptance.firstRefused(image) == nil
    else { return false }
    let other = context.state.withLock { table -> EntityState? in
      if let other = table.map.state(key) { return other }
      table.map.insert(state, hash: key.keyHash, keyCount: keyCount)
      return nil
    }
    guard other == nil else { return false }
    state.apply(image, in: &epoch)
    _ = state.didCommitInsertion()
    return true
  }

  /// Keeps a state that the rolled-back nested write has loaded, because the enclosing write may
  /// have inserted the row.
  ///
  /// The commit later checks whether the row exists.
  private func keep(_ state: EntityState) {
    let keyCount = context.keyCount
    let hash = state.currentImage.keyHash(keyCount)
    context.state.withLock {
      $0.pending.insert(state, hash: hash, keyCount: keyCount, depth: depth)
    }
  }
}
