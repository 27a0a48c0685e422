import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// The live SELECTs of a database. After each change of the schema, each SELECT determines again
/// which tables and columns it reads.
///
/// The `deinit` of a statement takes the lock of this object. Each method therefore releases
/// statements only after it has released the lock.
final class LiveStatements: CommitFollower {
  private struct Entry: @unchecked Sendable {
    // SAFETY: the reference is set once, before another thread can see it. Loading a weak reference
    // is thread-safe.
    weak var statement: LiveStatement?
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    /// The statements that were created inside the open write, and therefore read its uncommitted
    /// schema.
    var createdInWrite: Set<ObjectIdentifier> = []
  }

  private let state = Guarded(State())

  /// The number of live SELECTs that graph nodes use.
  var count: Int { state.withLock { $0.entries.count } }

  func insert(_ statement: LiveStatement, isInWrite: Bool) {
    let id = ObjectIdentifier(statement)
    state.withLock { state in
      state.entries[id] = Entry(statement: statement)
      if isInWrite { state.createdInWrite.insert(id) }
    }
  }

  func remove(_ statement: LiveStatement) {
    let id = ObjectIdentifier(statement)
    state.withLock { state in
      state.entries[id] = nil
      state.createdInWrite.remove(id)
    }
  }

  func knownTable(_ name: String) -> TableSchema? {
    let statements = state.withLock { state in state.entries.values.compactMap(\.statement) }
    return statements.lazy.compactMap { $0.table(name) }.first
  }

  // MARK: - Commits

  func didCommit(_ changeSet: ChangeSet, in database: Database, epoch: inout GraphEpoch) {
    let statements = state.withLock { state in
      state.createdInWrite = []
      return changeSet.schemaChanged ? state.entries.values.compactMap(\.statement) : []
    }
    for statement in statements {
      // The next read of the node reports the error.
      try? statement.follow()
      epoch.touch(statement.signal)
    }
  }

  func didRollBack(in database: Database) {
    let statements = state.withLock { state in
      let created = state.createdInWrite
      // If the outer write is still open, only a nested write was rolled back.
      if !database.isWriting { state.createdInWrite = [] }
      return created.compactMap { state.entries[$0]?.statement }
    }
    // Registrations with the same template share column positions, which the rollback may have
    // changed. All old registrations therefore end before the first new one begins.
    for statement in statements { statement.unfollow() }
    for statement in statements { try? statement.follow() }
  }
}

extension DatabaseGraph {
  var liveStatements: LiveStatements { attachments.object { LiveStatements() } }
}
