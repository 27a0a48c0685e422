import StateGraphSQLite
import StateGraphThreads

/// The tables of a database's entity types.
///
/// Each table is created, and compared with the file, when its entity type is first used.
final class TableRegistry: @unchecked Sendable {
  // SAFETY: only the thread that holds the write lock uses `tablesOfWrite`. `state` has its own
  // lock.

  private struct Entry {
    /// The `EntityTable` of the entity type. `AnyObject`, because each entity type has another
    /// table type.
    let typed: AnyObject
    let untyped: AnyEntityTable
  }

  private struct State {
    var tables: [ObjectIdentifier: Entry] = [:]
    /// The same tables in the order of their creation.
    var all: [AnyEntityTable] = []
    /// Entity types whose table must be compared with the file again on the next use.
    ///
    /// These types were first used in a write that was rolled back, and the file did not have their
    /// table afterwards.
    var unchecked: Set<ObjectIdentifier> = []
  }

  private let state = Guarded(State())
  /// The entity types that were first used inside the open write, which may have created or altered
  /// their tables.
  private var tablesOfWrite: Set<ObjectIdentifier> = []

  var all: [AnyEntityTable] { state.withLock { $0.all } }

  /// Returns the table of an entity type. The first call compares the table with the file.
  ///
  /// - Throws: `.schemaMismatch` if the file's table is not the declared one.
  func table<Element: Entity>(
    for type: Element.Type,
    in graph: DatabaseGraph
  ) throws -> EntityTable<Element> {
    let identifier = ObjectIdentifier(type)
    let (known, isChecked) = state.withLock {
      ($0.tables[identifier]?.typed, !$0.unchecked.contains(identifier))
    }
    if let known = known as? EntityTable<Element> {
      if !isChecked { try check(known.untyped, identifier: identifier) }
      return known
    }
    let database = try graph.database()
    let made = try EntityTable<Element>(graph, in: database)
    if database.isWriting { tablesOfWrite.insert(identifier) }
    return state.withLock { state in
      if let known = state.tables[identifier]?.typed as? EntityTable<Element> { return known }
      // The new table object has not received the earlier commits, but an open snapshot may be
      // older than these commits. A commit increments the commit number before it reads the list of
      // tables. Every commit is therefore either included in this number or applied to the new
      // table object.
      let commitNumber = database.commitNumber
      made.untyped.context.state.withLock { $0.lastCommit = commitNumber }
      state.tables[identifier] = Entry(typed: made, untyped: made.untyped)
      state.all.append(made.untyped)
      return made
    }
  }

  private func check(_ table: AnyEntityTable, identifier: ObjectIdentifier) throws {
    try table.context.readLayoutAgain(isOpening: true)
    state.withLock { _ = $0.unchecked.remove(identifier) }
  }

  /// Updates the layouts of the tables that were first used inside the open write.
  ///
  /// Call after a rollback of the write or of a nested write, because the rollback also undoes
  /// changes of the schema.
  func didRollBack() {
    guard !tablesOfWrite.isEmpty else { return }
    let tables = state.withLock { $0.tables }
    let unusable = tablesOfWrite.filter { identifier in
      do {
        try tables[identifier]?.untyped.context.readLayoutAgain(isOpening: false)
        return false
      } catch {
        return true
      }
    }
    state.withLock { $0.unchecked.formUnion(unusable) }
  }

  func writeDidEnd() { tablesOfWrite = [] }

  /// Removes all tables after the database has been deallocated, because the tables retain the
  /// graph.
  func removeAll() {
    let removed = state.withLock { state in
      defer { state = State() }
      return state
    }
    for table in removed.all { table.databaseWasDeallocated() }
  }
}
