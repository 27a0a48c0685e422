import Logging
import StateGraphCore
import StateGraphLive
import StateGraphSQLite
import StateGraphThreads

/// Where the database and the graph meet: one for each database, kept by it.
///
/// A commit's changes go to the tables' live entities and to the slots of relationships, and
/// everything that they touch becomes visible as one epoch.
package final class DatabaseGraph: CommitObserver, @unchecked Sendable {
  // SAFETY: what is said to be for the holder of the turn is touched by it only; everything else
  // guards itself.

  private struct State {
    var tables: [ObjectIdentifier: any AnyEntityTable] = [:]
    /// The same, for those who go through all of them.
    var allTables: [any AnyEntityTable] = []
    /// Those that a write made which was undone, and that the file did not have then.
    var unchecked: Set<ObjectIdentifier> = []
    var router = Router()
    var slots = NumberedSlots<RoutedSlot>()
    /// The tables as the last commit that changed the schema has left them, by name.
    var schemas: [String: TableSchema] = [:]
    var lastCommit: CommitChanges?

    mutating func route(_ number: SlotNumber) {
      for route in slots[number]?.routes ?? [] {
        // A commit may have come since the table was looked at.
        router.insert(number, for: route.route, in: schemas[route.table.name] ?? route.table)
      }
    }
  }

  private let state = Guarded(State())
  /// The live queries, each once.
  let liveQueries = LiveQueries()
  let recorder: CommitRecorder
  let reads: QueryReads
  /// What has been said of queries without an index.
  let scanWarnings = ScanWarnings()
  /// For the holder of the turn.
  let updates = PendingUpdates()
  /// For the holder of the turn.
  let uncommittedRows = PrivateRows()
  /// How many nested writes deep the holder of the turn is, the outermost being 1.
  @exclusivity(unchecked) private(set) var writeDepth = 0
  /// The tables that the open write was the first to use: it may have made or altered them. For the
  /// holder of the turn.
  private var tablesOfWrite: Set<ObjectIdentifier> = []
  /// What the open write lets go of, and what went wrong in publishing it. For the holder of the
  /// turn.
  @exclusivity(unchecked) private var released: [AnyObject] = []
  @exclusivity(unchecked) private var failures: [any Error] = []
  /// The same of writes that are over, until the thread of one comes to it without the turn: a
  /// `deinit` or a log handler is the user's code.
  private let leftovers = Guarded<[Leftover]>([])

  private struct Leftover: @unchecked Sendable {
    // SAFETY: what is released is never used.
    let released: [AnyObject]
    let failures: [any Error]
  }

  /// The single cells that stored properties are kept in.
  let cells = DatabaseCells()
  /// The database owns this; what is left of it after the database is gone cannot read or write.
  private let databaseReference: WeakDatabase

  private struct WeakDatabase: @unchecked Sendable {
    // SAFETY: set once before anybody else can see it; loading a weak reference is thread-safe.
    weak var database: Database?
  }

  private init(_ database: Database) {
    databaseReference = WeakDatabase(database: database)
    recorder = CommitRecorder(recordsAll: database.configuration.explainsCommits)
    reads = QueryReads(recorder)
  }

  /// The graph of `database`, made on first use.
  package static func of(_ database: Database) -> DatabaseGraph {
    guard let graph = database.attach({ DatabaseGraph(database) }) as? DatabaseGraph else {
      preconditionFailure("A database has one commit observer, and it is this module's.")
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

  /// What the newest commit touched; nil before the first that this was told of.
  var lastCommit: CommitChanges? { state.withLock { $0.lastCommit } }

  func report(_ error: any Error, while doing: String) {
    let logger = databaseReference.database?.configuration.logger ?? Logger(label: "stategraph")
    logger.error("\(doing) failed: \(error)")
  }
}

// MARK: - Tables

extension DatabaseGraph {
  /// The table of an entity type, checked against the file on first use.
  func table<Element: Entity>(for type: Element.Type) throws -> EntityTable<Element> {
    let identifier = ObjectIdentifier(type)
    let (known, isChecked) = state.withLock {
      ($0.tables[identifier], !$0.unchecked.contains(identifier))
    }
    if let known = known as? EntityTable<Element> {
      if !isChecked { try check(known, identifier) }
      return known
    }
    let database = try database()
    let made = try EntityTable<Element>(self, database)
    if database.isWriting { tablesOfWrite.insert(identifier) }
    return state.withLock { state in
      if let known = state.tables[identifier] as? EntityTable<Element> { return known }
      // It was told of none of the commits so far; a snapshot may be of before them. A commit
      // counts itself before it asks for the tables, so it is counted here or told.
      made.identities.withLock { $0.lastCommit = database.commitNumber }
      state.tables[identifier] = made
      state.allTables.append(made)
      return made
    }
  }

  private func check<Element>(
    _ table: EntityTable<Element>,
    _ identifier: ObjectIdentifier
  ) throws {
    try table.readLayoutAgain(isOpening: true)
    state.withLock { _ = $0.unchecked.remove(identifier) }
  }

  /// What the undone write did to tables that nobody had used before is undone too.
  private func checkTablesOfWrite() {
    guard !tablesOfWrite.isEmpty else { return }
    let tables = state.withLock { $0.tables }
    let unusable = tablesOfWrite.filter { identifier in
      do {
        try tables[identifier]?.readLayoutAgain(isOpening: false)
        return false
      } catch {
        return true
      }
    }
    state.withLock { $0.unchecked.formUnion(unusable) }
  }

  /// The entity with that key, or nil. Failures are logged.
  func find<Element: Entity>(_ type: Element.Type, _ key: RowKey) -> Element? {
    do {
      let table = try table(for: type)
      // Another object may take the row, or the row may only come later.
      table.presence.depend(on: key)
      return try table.find(key)
    } catch {
      report(error, while: "loading \(type)")
      return nil
    }
  }
}

extension DatabaseGraph {
  /// The names of a table's columns, in declared order, as the last commit has left them. Nil for a
  /// table that nobody watches.
  func columnNames(of table: String) -> [String]? {
    let schema = tables.first { $0.name == table }?.schema ?? cells.knownTable(table)
    return schema?.columns.map(\.name)
  }
}

// MARK: - Slots

extension DatabaseGraph {
  func insert(_ slot: RoutedSlot) -> SlotNumber {
    state.withLock { state in
      let number = state.slots.insert(slot)
      state.route(number)
      return number
    }
  }

  func remove(_ number: SlotNumber) {
    // The slot dies after the lock.
    _ = state.withLock { state in
      for route in state.slots[number]?.routes ?? [] {
        state.router.remove(number, for: route.route)
      }
      return state.slots.remove(number)
    }
  }
}

// MARK: - Commits

extension DatabaseGraph {
  package func writeWillBegin() {
    GraphBatch.begin()
    UncommittedValues.begin()
    writeDepth = 1
  }

  package func willUseTransaction() {
    guard !updates.isEmpty else { return }
    do {
      try updates.run()
    } catch {
      databaseReference.database?.failTransaction(error)
    }
  }

  package func nestedWriteWillBegin() { writeDepth += 1 }

  package func nestedWriteDidEnd() {
    writeDepth -= 1
    for table in tables { table.nestedWriteDidEnd(at: writeDepth) }
  }

  package func willCommit(_ changeSet: ChangeSet, in database: Database) {
    for table in tables {
      table.willCommit(changeSet.tables[table.name], schemaChanged: changeSet.schemaChanged)
    }
  }

  package func didCommit(_ changeSet: ChangeSet, in database: Database) {
    let commit = CommitContext(
      count: database.commitNumber,
      schemaChanged: changeSet.schemaChanged
    )
    var epoch = GraphEpoch()
    for table in tables { table.didCommit(changeSet.tables[table.name], commit, in: &epoch) }
    if changeSet.schemaChanged { schemaDidChange() }
    let slotCount = followSlots(changeSet, commit, in: &epoch)
    cells.didCommit(changeSet, in: database, &epoch)
    let changes = CommitChanges(
      changeSet,
      number: commit.count,
      markedSlotCount: slotCount,
      touchedNodeCount: epoch.count
    )
    // What was kept of the one before is freed without the lock.
    _ = state.withLock { exchange(&$0.lastCommit, with: changes) }
    let log = recorder.isOn ? recorder.record(changes, epoch.nodes, in: database) : nil
    epoch.publish(log)
    released = commit.released
    failures = commit.failures
    writeWillEnd()
  }

  /// Hands the commit's rows to the slots that they can concern, and marks those whose result may
  /// differ. Returns their number. Call when the tables are up to date.
  private func followSlots(
    _ changeSet: ChangeSet,
    _ commit: CommitContext,
    in epoch: inout GraphEpoch
  ) -> Int {
    var changes: [(slot: RoutedSlot, row: RowChange)] = []
    var resets: [RoutedSlot] = []
    // A slot has a lock of its own, under which it asks its table.
    state.withLock { state in
      let slots = state.slots
      state.router.route(changeSet) { number, row in
        if let slot = slots[number] { changes.append((slot, row)) }
      } reset: { number in
        if let slot = slots[number] { resets.append(slot) }
      }
    }
    if changes.isEmpty, resets.isEmpty { return 0 }
    var marked: Set<ObjectIdentifier> = []
    func mark(_ slot: RoutedSlot) {
      let signal = slot.slot.signal
      if marked.insert(ObjectIdentifier(signal)).inserted { epoch.touch(signal) }
    }
    for slot in resets {
      slot.slot.reset(commit)
      mark(slot)
    }
    // What goes, first: by its collation another key may be a row's that comes.
    for (slot, row) in changes where row.new == nil && slot.slot.receive(row, commit) {
      mark(slot)
    }
    for (slot, row) in changes where row.new != nil && slot.slot.receive(row, commit) {
      mark(slot)
    }
    return marked.count
  }

  /// From now on rows come in the shape that the commit has left.
  private func schemaDidChange() {
    let schemas = tables.map(\.schema)
    state.withLock { state in
      for schema in schemas { state.schemas[schema.name] = schema }
      let numbers = state.router.slots
      state.router = Router()
      for number in numbers { state.route(number) }
    }
  }

  package func didRollBack(nested: Bool, in database: Database) {
    released += updates.clear()
    writeDepth = nested ? writeDepth - 1 : 0
    for table in tables { table.didRollBack(below: writeDepth) }
    checkTablesOfWrite()
    cells.didRollBack(in: database)
    if !nested { writeWillEnd() }
  }

  /// What was kept for the write is let go of when the turn has been given back: by the user's
  /// `deinit` it may be wanted again.
  private func writeWillEnd() {
    writeDepth = 0
    tablesOfWrite = []
    if let rows = uncommittedRows.removeAll() { released.append(rows) }
    guard !released.isEmpty || !failures.isEmpty else { return }
    let leftover = Leftover(released: released, failures: failures)
    (released, failures) = ([], [])
    leftovers.withLock { $0.append(leftover) }
  }

  package func writeDidEnd() {
    UncommittedValues.end()
    let leftovers = leftovers.withLock { leftovers in
      defer { leftovers = [] }
      return leftovers
    }
    GraphBatch.end()
    for failure in leftovers.flatMap(\.failures) { report(failure, while: "following a commit") }
  }

  package func snapshotDidBegin() { UncommittedValues.begin() }

  package func snapshotWillEnd() { UncommittedValues.end() }

  private var tables: [any AnyEntityTable] { state.withLock { $0.allTables } }

  package func databaseDidClose() {
    for table in state.withLock({ $0.allTables }) { table.forgetRecent() }
    // A closed database's entities still find each other. Once it is gone, nothing here is of use,
    // and the tables would keep this graph alive as it keeps them.
    guard databaseReference.database == nil else { return }
    for table in tables { table.databaseIsGone() }
    let released = state.withLock { state in
      let old = state
      state = State()
      state.slots = old.slots
      state.slots.removeAll()
      return old
    }
    _ = released
  }

  /// Everything live over the table reads again: an object was put in another's place.
  func resetSlots(of table: String, _ commit: CommitContext, in epoch: inout GraphEpoch) {
    let slots = state.withLock { state in
      state.router.slots(affectedBy: .reset(of: table)).compactMap { state.slots[$0] }
    }
    for slot in slots {
      slot.slot.reset(commit)
      epoch.touch(slot.slot.signal)
    }
  }
}
