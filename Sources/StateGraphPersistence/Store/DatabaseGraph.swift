import Logging
import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// Connects one database with the graph. The database owns this object and calls it for each write.
///
/// This object passes the changes of a commit to the entities in memory, to the stored results of
/// live queries and relationships, and to other objects that follow commits. All graph nodes that
/// one commit invalidates change together.
package final class DatabaseGraph: CommitObserver, @unchecked Sendable {
  // SAFETY: only the thread that holds the write lock uses `writeDepth`, `updates`, `writeTime`,
  // `times`, `uncommittedRows` and `uncommittedResults`. All other fields are immutable, and the
  // objects in them are thread-safe.

  private let tables = TableRegistry()
  let slots = SlotRegistry()
  /// Objects of other parts of the module for this database, such as the registry of live queries.
  let attachments = GraphAttachments()
  let recorder: CommitRecorder
  /// The property changes of the open write that have not been written to the file yet.
  let updates = PendingUpdates()
  let uncommittedRows = PrivateRows()
  /// The time of the open write, for timestamps.
  let writeTime: WriteTime
  /// The relationships that were read inside the open write, with its uncommitted changes.
  let uncommittedResults = UncommittedRelationships()
  /// The number of open writes, including nested ones. It is 1 in the outermost write, and 0
  /// outside.
  @exclusivity(unchecked) private(set) var writeDepth = 0
  private let remainders = WriteRemainders()
  /// The times of the open write. Its start is 0 if the write is not traced.
  @exclusivity(unchecked) private var times = CommitTrace.Times()
  private let latestChanges = Guarded<CommitChanges?>(nil)
  /// The description of the database for error messages, such as the path of its file.
  let databaseName: String
  /// Refers to the database weakly, because the database owns this object.
  private let databaseReference: WeakDatabase

  private struct WeakDatabase: @unchecked Sendable {
    // SAFETY: the reference is set once, before another thread can see it. Loading a weak reference
    // is thread-safe.
    weak var database: Database?
  }

  private init(_ database: Database) {
    databaseReference = WeakDatabase(database: database)
    databaseName =
      switch database.location {
      case .file(let path): "the database \(path)"
      case .memory: "an in-memory database"
      }
    writeTime = WriteTime(database.configuration)
    recorder = CommitRecorder(recordsAll: database.configuration.explainsCommits)
  }

  /// Returns the graph of `database`. The first call creates it.
  package static func of(_ database: Database) -> DatabaseGraph {
    guard let graph = database.attach({ DatabaseGraph(database) }) as? DatabaseGraph else {
      preconditionFailure("The commit observer of a database is its DatabaseGraph.")
    }
    return graph
  }

  package func database() throws(DatabaseError) -> Database {
    guard let database = databaseReference.database else {
      throw DatabaseError(
        .closed,
        "The database of this entity is closed.",
        remedy: "Keep the Database, or an EntityStore of it, for as long as its entities."
      )
    }
    return database
  }

  /// The tables of all entity types that the program has used with this database.
  var openTables: [AnyEntityTable] { tables.all }

  /// The changes of the newest commit, or nil before the first commit.
  var lastCommit: CommitChanges? { latestChanges.withLock { $0 } }

  /// Logs the failure of a read that cannot throw, and passes it to the program.
  func report(_ error: any Error, while doing: String) {
    log(error, while: doing)
    databaseReference.database?.configuration.onReadFailure?(error)
  }

  /// Logs a failure that the program hears of in another way, such as an unreadable row, which
  /// `EntityStore.unreadable` lists.
  func log(_ error: any Error, while doing: String) {
    let logger = databaseReference.database?.configuration.logger ?? Logger(label: "stategraph")
    logger.error("\(doing) failed: \(error)")
  }
}

// MARK: - Tables

extension DatabaseGraph {
  /// Returns the table of an entity type. The first call compares the declaration with the file.
  func table<Element: Entity>(for type: Element.Type) throws -> EntityTable<Element> {
    try tables.table(for: type, in: self)
  }

  /// Returns the entity with this primary key, or nil if there is no such row.
  ///
  /// If the row cannot be loaded, logs the error and returns nil. The graph node that is being
  /// evaluated depends on whether the row exists.
  func find<Element: Entity>(_ type: Element.Type, key: RowKey) -> Element? {
    do {
      let table = try table(for: type)
      // A later commit then invalidates the node if it inserts the row, or if another object
      // becomes the row's entity.
      table.presence.depend(on: key)
      return try table.find(key)
    } catch {
      report(error, while: "loading \(type)")
      return nil
    }
  }

  /// Returns the names of a table's columns in declared order, as of the last commit.
  ///
  /// Returns `nil` if no part of the graph uses the table.
  func columnNames(of table: String) -> [String]? {
    let schema =
      tables.all.first { $0.name.hasSameBytes(as: table) }?.schema
      ?? attachments.followers.lazy.compactMap { $0.knownTable(table) }.first
    return schema?.columns.map(\.name)
  }
}

// MARK: - Writes

extension DatabaseGraph {
  package func writeWillBegin() {
    GraphBatch.begin()
    UncommittedValues.begin()
    writeTime.writeWillBegin()
    writeDepth = 1
    if recorder.traces.isOn { times.begin() }
  }

  /// Writes the property changes that the open write has deferred.
  ///
  /// SQL that runs afterwards then sees these changes.
  package func willUseTransaction() {
    guard !updates.isEmpty else { return }
    do {
      try updates.run()
    } catch {
      databaseReference.database?.failTransaction(error)
    }
  }

  /// Retains an object that was added to a store until the open write has ended.
  ///
  /// At the commit, the object becomes the entity of its row, even if the program has released all
  /// its own references to the object. The entity of the row therefore does not depend on the time
  /// of release.
  func keepUntilWriteEnds(_ added: AnyObject) { remainders.keep(added) }

  package func nestedWriteWillBegin() { writeDepth += 1 }

  package func nestedWriteDidEnd() {
    writeDepth -= 1
    for table in tables.all { table.nestedWriteDidEnd(at: writeDepth) }
  }

  package func willCommit(_ changeSet: ChangeSet, in database: Database) {
    if times.start != 0 { times.body = SystemClock.uptime }
    for table in tables.all {
      table.willCommit(
        changeSet.changes(of: ByteText(table.name)),
        schemaChanged: changeSet.schemaChanged
      )
    }
  }

  package func didCommit(_ changeSet: ChangeSet, in database: Database) {
    if times.start != 0 { times.commit = SystemClock.uptime }
    let commit = CommitContext(
      count: database.commitNumber,
      schemaChanged: changeSet.schemaChanged
    )
    var epoch = GraphEpoch()
    let tables = tables.all
    for table in tables {
      table.didCommit(changeSet.changes(of: ByteText(table.name)), commit: commit, in: &epoch)
    }
    if changeSet.schemaChanged { slots.setSchemas(tables.map(\.schema)) }
    for name in commit.tablesToReadAgain { slots.resetSlots(of: name.string, commit, in: &epoch) }
    let slotCount = slots.apply(changeSet, commit: commit, in: &epoch)
    for follower in attachments.followers {
      follower.didCommit(changeSet, in: database, epoch: &epoch)
    }
    let changes = CommitChanges(
      changeSet,
      number: commit.count,
      markedSlotCount: slotCount,
      touchedNodeCount: epoch.count
    )
    // `exchange` returns the previous value, which is released here, after the lock.
    _ = latestChanges.withLock { exchange(&$0, with: changes) }
    let log = recorder.isOn ? record(changes, nodes: epoch.nodes, in: database) : nil
    epoch.publish(log)
    remainders.take(commit)
    writeWillEnd()
  }

  package func didRollBack(nested: Bool, in database: Database) {
    remainders.keep(updates.clear())
    remainders.keep(uncommittedResults.removeAll())
    writeDepth = nested ? writeDepth - 1 : 0
    for table in tables.all { table.didRollBack(below: writeDepth) }
    tables.didRollBack()
    for follower in attachments.followers { follower.didRollBack(in: database) }
    if !nested { writeWillEnd() }
  }

  /// Adds a commit to the recordings and traces. Returns the log for its observer calls.
  private func record(
    _ changes: CommitChanges,
    nodes: [GraphNode],
    in database: Database
  ) -> DeliveryLog? {
    recorder.record(changes, nodes: nodes, in: database) {
      guard times.start != 0 else { return nil }
      times.publication = SystemClock.uptime
      return CommitTrace(
        CommitReport(changes, recording: nil, columnNames: columnNames),
        times: times,
        from: WritePlace.current(in: database),
        marking: nodes
      )
    }
  }

  private func writeWillEnd() {
    writeDepth = 0
    if times.start != 0 { times = CommitTrace.Times() }
    tables.writeDidEnd()
    if let rows = uncommittedRows.removeAll() { remainders.keep([rows]) }
    remainders.keep(uncommittedResults.removeAll())
    remainders.writeWillEnd()
  }

  package func writeDidEnd() {
    UncommittedValues.end()
    let failures = remainders.finish { GraphBatch.end() }
    for failure in failures {
      if DatabaseError.Code.typeMismatch ~= failure {
        log(failure, while: "publishing a commit")
      } else {
        report(failure, while: "publishing a commit")
      }
    }
  }

  package func snapshotDidBegin() { UncommittedValues.begin() }

  package func snapshotWillEnd() { UncommittedValues.end() }

  package func snapshotDidEnd() {
    // The end of a batch calls the observers that the thread has registered in the snapshot.
    if !UncommittedValues.areVisible { withGraphBatch {} }
  }

  package func databaseDidClose() {
    for table in tables.all { table.recent.forgetAll() }
    // A closed database keeps its tables, so that its entities still find each other. A deallocated
    // database no longer needs its tables, and they would keep this object alive.
    guard databaseReference.database == nil else { return }
    tables.removeAll()
    let removed = slots.removeAll()
    latestChanges.withLock { $0 = nil }
    withExtendedLifetime(removed) {}
  }
}
