import StateGraphSQLite
import StateGraphThreads

/// The tables of a database's entity types, each created and checked against the file on first use.
final class TableRegistry: @unchecked Sendable {
  // SAFETY: `tablesOfWrite` belongs to the thread that holds the write lock; `state` guards itself.

  private struct Entry {
    /// The `EntityTable` of the type.
    let typed: AnyObject
    let untyped: AnyEntityTable
  }

  private struct State {
    var tables: [ObjectIdentifier: Entry] = [:]
    /// The same tables as an array, in the order of their creation.
    var all: [AnyEntityTable] = []
    /// Types whose table was created by a write that was rolled back, and that the file did not
    /// have afterwards. They are checked again on their next use.
    var unchecked: Set<ObjectIdentifier> = []
  }

  private let state = Guarded(State())
  /// The types that the open write was the first to use. The write may have created or altered
  /// their tables.
  private var tablesOfWrite: Set<ObjectIdentifier> = []

  var all: [AnyEntityTable] { state.withLock { $0.all } }

  /// The table of an entity type, checked against the file on first use.
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
      if !isChecked { try check(known.untyped, identifier) }
      return known
    }
    let database = try graph.database()
    let made = try EntityTable<Element>(graph, database)
    if database.isWriting { tablesOfWrite.insert(identifier) }
    return state.withLock { state in
      if let known = state.tables[identifier]?.typed as? EntityTable<Element> { return known }
      // The new table object has not been told of earlier commits, but an open snapshot may be
      // older than they are. A commit increments the count before it asks for the tables: it is
      // either counted here, or applied to this table.
      let commitNumber = database.commitNumber
      made.untyped.context.state.withLock { $0.lastCommit = commitNumber }
      state.tables[identifier] = Entry(typed: made, untyped: made.untyped)
      state.all.append(made.untyped)
      return made
    }
  }

  private func check(_ table: AnyEntityTable, _ identifier: ObjectIdentifier) throws {
    try table.context.readLayoutAgain(isOpening: true)
    state.withLock { _ = $0.unchecked.remove(identifier) }
  }

  /// Reads the tables again that the open write was the first to use, after the write or a nested
  /// write was rolled back, because schema changes were rolled back too.
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

  /// Removes all tables, after the database has been deallocated: the tables retain the graph.
  func removeAll() {
    let removed = state.withLock { state in
      defer { state = State() }
      return state
    }
    for table in removed.all { table.databaseWasDeallocated() }
  }
}
