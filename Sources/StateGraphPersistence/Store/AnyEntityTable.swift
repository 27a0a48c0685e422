import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// Keeps track of the entities of one table that are in memory. Code that does not know the Swift
/// type of the entities uses this class. ``EntityTable`` adds the type.
///
/// A row has at most one entity object at a time, and all threads get the same object. The table
/// refers weakly to the states of the entities. It also retains the entities that were used last. A
/// program that follows the same reference many times then runs only one SELECT.
package final class AnyEntityTable: @unchecked Sendable {
  // SAFETY: every field is immutable, and each object in a field is thread-safe by itself.

  let context: TableContext
  let acceptance: RowAcceptance
  let inserter: RowInserter
  let writer: PropertyWriter
  let uncommitted: UncommittedRows
  let recent: RecentEntities
  let dates: DateForms
  private let findEntity: @Sendable (DatabaseGraph, RowKey) -> (any Entity)?

  var graph: DatabaseGraph { context.graph }
  var definition: EntityDefinition { context.definition }
  var name: String { context.name }
  /// The schema of the table as of the last time that it was read from the file.
  var schema: TableSchema { context.layout.table }

  /// Opens the table and compares its schema with the declaration of the entity type.
  ///
  /// - Throws: `.schemaMismatch` if the file's table is not the declared one.
  init<Element: Entity>(
    of type: Element.Type,
    in graph: DatabaseGraph,
    _ database: Database
  ) throws {
    context = try TableContext(Element._$definition, graph: graph, in: database)
    acceptance = RowAcceptance(context)
    inserter = RowInserter(context)
    dates = DateForms(context, inserter: inserter)
    uncommitted = UncommittedRows(context, acceptance: acceptance)
    writer = PropertyWriter(context, uncommitted: uncommitted)
    recent = RecentEntities(limit: database.configuration.recentEntityCount)
    findEntity = { graph, key in graph.find(Element.self, key: key) }
  }

  /// The object through which the entities in memory refer to this table. The first access creates
  /// the object.
  var reference: TableReference {
    context.state.withLock { state in
      if let reference = state.reference { return reference }
      let made = TableReference(definition, table: self)
      state.reference = made
      return made
    }
  }

  /// Returns the entity with this primary key, or nil if the calling thread sees no such row.
  ///
  /// If the row cannot be loaded, logs the error and returns nil.
  func anyEntity(_ key: RowKey) -> (any Entity)? { findEntity(graph, key) }

  /// Returns the value of a column that only the calling thread sees: the uncommitted value inside
  /// its write, or the value inside its snapshot.
  ///
  /// Returns `nil` if the thread sees the committed value of the column.
  func privateValue(ofColumn index: Int, of state: EntityState) -> SQLiteValue? {
    guard let database = try? graph.database() else { return nil }
    do {
      if database.isWriting {
        return try uncommitted.value(ofColumn: index, of: state, database)
      }
      if let snapshot = database.snapshot {
        let rows = SnapshotRows(context, acceptance: acceptance, snapshot: snapshot)
        return try rows.image(of: state)?[context.keyCount + index]
      }
    } catch {
      graph.report(error, while: "reading \(name)")
    }
    return nil
  }

  func stateWillDie(_ state: EntityState) {
    let hash = state.currentImage.keyHash(context.keyCount)
    context.state.withLock { table in
      table.map.remove(state, hash: hash)
      if !table.pending.isEmpty { table.pending.remove(state, hash: hash) }
    }
  }

  /// Breaks the reference cycle between this table and `reference`, so that both can be released.
  ///
  /// No row can be loaded after the database has been deallocated.
  func databaseWasDeallocated() {
    // Release the object after the lock, because its `deinit` must not run while the lock is held.
    let reference = context.state.withLock { state in
      defer { state.reference = nil }
      return state.reference
    }
    withExtendedLifetime(reference) {}
  }
}

// MARK: - Commits

extension AnyEntityTable {
  /// Calls the user's column conversions for the values that the write has stored, and keeps the
  /// results.
  ///
  /// Moves the entities that a finished nested write has inserted to the enclosing write, whose
  /// nesting depth is `depth`.
  func willCommit(_ changes: TableChanges?, schemaChanged: Bool) {
    let isOwn = inserter.hasOnlyOwnInsertions(changes)
    acceptance.willCommit(changes, schemaChanged: schemaChanged, hasOnlyOwnInsertions: isOwn)
  }

  /// Updates the entities in memory to the committed values. Call with the write lock held.
  func didCommit(_ changes: TableChanges?, commit: CommitContext, in epoch: inout GraphEpoch) {
    TableCommit(self, changes: changes, in: commit).apply(in: &epoch)
  }

  /// Assigns the entities that a finished nested write has inserted to the enclosing write at
  /// `depth`.
  ///
  /// Call with the write lock held.
  func nestedWriteDidEnd(at depth: Int) {
    // Release the states after the lock, because their `deinit` may run user code.
    let joined = context.state.withLock { state in
      state.pending.isEmpty ? [] : state.pending.join(into: depth, keyCount: context.keyCount)
    }
    withExtendedLifetime(joined) {}
  }

  /// Undoes in memory the changes that were rolled back. Call with the write lock held.
  ///
  /// If `depth` is 0, these are the changes of the complete transaction. Otherwise, they are the
  /// changes of the nested writes deeper than `depth`.
  func didRollBack(below depth: Int) {
    TableRollback(self, below: depth).apply()
  }
}
