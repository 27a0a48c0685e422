import StateGraphCore
import StateGraphNormalization
import StateGraphSQLite
import StateGraphThreads

/// Finds, loads and adds the entities of one table, whose Swift type is `Element`. The data of the
/// table is in an ``AnyEntityTable``, which does not know that type.
final class EntityTable<Element: Entity>: Sendable {
  let untyped: AnyEntityTable
  /// The same object as `untyped.context`. It is stored here because every search for an entity
  /// uses it.
  private let context: TableContext

  /// Opens the table and compares its schema with the declaration of the entity type.
  ///
  /// - Throws: `.schemaMismatch` if the file's table is not the declared one.
  init(_ graph: DatabaseGraph, in database: Database) throws {
    untyped = try AnyEntityTable(of: Element.self, in: graph, database)
    context = untyped.context
  }

  var graph: DatabaseGraph { context.graph }
  var definition: EntityDefinition { context.definition }
  var name: String { context.name }
  var keyCount: Int { context.keyCount }
  var layout: EntityLayout { context.layout }
  var membership: Signal { context.membership }
  var presence: PresenceSignals<RowKey> { context.presence }
  var recent: RecentEntities { untyped.recent }

  /// The number of commits that touched the table.
  ///
  /// A read compares the numbers before and after the read, to detect a commit during the read.
  var generation: UInt64 { context.state.withLock { $0.generation } }

  /// The number of rows that were read, but have no entity because a property cannot hold a value.
  /// A reader compares the numbers before and after a read, to detect such rows.
  var refusalCount: Int { untyped.acceptance.refusalCount }
}

// MARK: - By key

extension EntityTable {
  /// Returns the entity with this primary key if it is already in memory and its row can be read.
  /// Runs no SQL.
  private func live(_ key: RowKey) -> Element? {
    let (state, isReadable) = context.state.withLock { table in
      let state = table.map.state(key)
      return (state, table.isReadable(state))
    }
    return isReadable ? state?.entity(as: Element.self) : nil
  }

  /// Returns the entity with this primary key, or nil if there is no such row.
  ///
  /// If the entity is not in memory, one SELECT loads the row.
  func find(_ key: RowKey) throws -> Element? {
    if !UncommittedValues.areVisible {
      if let live = live(key) { return live }
      return try loadRow(key)
    }
    let database = try graph.database()
    if database.isWriting {
      // If the write has not touched the row, the entity in memory is current, and no SQL is
      // necessary.
      if context.watched.uncommittedChange(key) == nil, let live = live(key) { return live }
    }
    return try loadRow(key)
  }

  /// Returns the entity of a row that a commit has written.
  ///
  /// Creates the entity from `image`. If a later commit has touched the table since `generation`,
  /// reads the row again instead. Returns `nil` if the row was deleted, or if the properties cannot
  /// hold its values.
  func entity(of image: RowImage, since generation: UInt64) throws -> Element? {
    let hash = image.keyHash(keyCount)
    let known = context.state.withLock {
      $0.map.state(hash) { $0.hasSameKey(as: image, self.keyCount) }
    }
    if let known { return known.isUnreadable ? nil : known.entity(as: Element.self) }
    guard untyped.acceptance.accepts(image, in: layout) else { return nil }
    let reference = untyped.reference
    let state = context.state.withLock { table in
      guard table.generation == generation else { return nil as EntityState? }
      return table.map.state(hash, image: image, keyCount: keyCount) {
        EntityState(reference, phase: .attached, image: image)
      }
    }
    guard let state else { return try find(image.key(keyCount)) }
    return instances([state]).first
  }

  /// Returns the entity of a row that the open write has changed. Returns `nil` if the properties
  /// cannot hold the row's values.
  func uncommittedEntity(of image: RowImage) throws -> Element? {
    let database = try graph.database()
    return try untyped.uncommitted.states(of: [image], untyped.reference, in: database).first?
      .entity(as: Element.self)
  }

  /// Returns the entities with these primary keys. The result does not contain keys without a row.
  ///
  /// Loads the entities that are not in memory, with as few SELECTs as possible.
  func entities(_ keys: [RowKey]) throws -> [RowKey: Element] {
    var found: [RowKey: Element] = [:]
    var missing: [RowKey] = []
    let isPrivate = UncommittedValues.areVisible
    let isWriting = try isPrivate && graph.database().isWriting
    if isWriting { graph.willUseTransaction() }
    for key in keys where found[key] == nil {
      let known: Element?
      if isWriting {
        known = untyped.uncommitted.state(key)?.entity(as: Element.self)
      } else {
        // Inside a snapshot, only a SELECT can show whether the row exists.
        known = isPrivate ? nil : live(key)
      }
      if let known { found[key] = known } else { missing.append(key) }
    }
    if missing.isEmpty { return found }
    let layout = layout
    for keys in KeyList.lists(of: missing) {
      let isMissing = keys.sql(layout.keyNames)
      for entity in try load("\(layout.selection) WHERE \(isMissing)") {
        found[entity._$key] = entity
      }
    }
    return found
  }
}

// MARK: - Loading

extension EntityTable {
  /// Returns the entities of a query, which must select the columns of ``EntityLayout/selection``.
  func load(_ query: SQL) throws -> [Element] {
    try loadingEach(of: query) { try load { try $0.prepare(query) } }
  }

  /// Returns the entities of all rows, in the order of their keys.
  func loadAll() throws -> [Element] {
    let layout = layout
    return try loadingEach(of: "\(layout.selection) ORDER BY \(columns: layout.keyNames)") {
      try load(sorting: layout.sortsByKey) { try $0.prepare(layout.selectionOfAll) }
    }
  }

  /// Runs `body`, which loads the rows of a query. If a row is larger than SQLite reads, loads the
  /// rows one by one instead, and leaves out only the rows that are too large.
  private func loadingEach(of query: SQL, _ body: () throws -> [Element]) throws -> [Element] {
    do {
      return try body()
    } catch let error as DatabaseError where error.code == .tooBig {
      let columns = layout.keyNames.map { key -> SQL in "\(table: name).\(column: key)" }
      let keys = try graph.database().rows(query.selecting("\(columns, separator: ", ")"))
      return try keys.compactMap { try loadRow(RowKey($0.values)) }
    }
  }

  /// Returns the entity of one row. Returns nil if there is no such row, or if it is unreadable.
  private func loadRow(_ key: RowKey) throws -> Element? {
    do {
      return try load { try $0.prepare(self.layout.selectionByKey, binding: key) }.first
    } catch let error as DatabaseError where error.code == .tooBig {
      untyped.acceptance.refuse(context.tooLargeRow(cause: error))
      return nil
    }
  }

  /// Returns the entities of a statement, which must select the columns of
  /// ``EntityLayout/selection``.
  ///
  /// Inside a write, the result includes uncommitted rows. The entities are in the order of the
  /// statement, or in the order of their keys if `sorting` is true.
  func load(
    sorting: Bool = false,
    _ prepare: (Connection) throws -> Statement
  ) throws -> [Element] {
    if UncommittedValues.areVisible {
      let database = try graph.database()
      if database.isWriting {
        let images = try database.withReader {
          try context.images(try prepare($0), sorting: sorting)
        }
        let reference = untyped.reference
        return instances(try untyped.uncommitted.states(of: images, reference, in: database))
      }
      if let snapshot = database.snapshot {
        return try load(sorting: sorting, in: snapshot, prepare: prepare)
      }
    }
    return try loadCommitted(sorting: sorting, prepare)
  }

  private func load(
    sorting: Bool,
    in snapshot: Snapshot,
    prepare: (Connection) throws -> Statement
  ) throws -> [Element] {
    let images = try context.images(try prepare(snapshot.connection), sorting: sorting)
    let rows = SnapshotRows(context, acceptance: untyped.acceptance, snapshot: snapshot)
    return instances(
      try rows.states(of: images, untyped.reference) { try find($0)?._$entity }
    )
  }

  private func loadCommitted(
    sorting: Bool = false,
    _ prepare: (Connection) throws -> Statement
  ) throws -> [Element] {
    let database = try graph.database()
    for _ in 0..<3 {
      let generation = generation
      let states = try database.withReader {
        try self.states(
          of: try prepare($0),
          sorting: sorting,
          registeringAt: generation,
          in: database
        )
      }
      if let states { return instances(states) }
    }
    // A commit happened during each of these attempts. Read once more while no commit is possible.
    let states = try database.readHoldingWriterLock { connection in
      let statement = try prepare(connection)
      return try self.states(
        of: statement,
        sorting: sorting,
        registeringAt: generation,
        in: database
      )
    }
    // The initialisers of entities are user code, which must not run under the lock.
    return instances(states ?? [])
  }

  /// Returns the states of the statement's rows, and registers new states.
  ///
  /// Returns `nil` if a commit has touched the table since `generation`. The rows may then be older
  /// than that commit.
  private func states(
    of statement: Statement,
    sorting: Bool,
    registeringAt generation: UInt64,
    in database: Database
  ) throws -> [EntityState]? {
    defer { statement.reset() }
    guard try statement.step() else { return [] }
    // The first step of the statement begins a snapshot of one commit. Wait until the entities in
    // memory have been updated to this commit.
    database.waitForPublication()
    let layout = layout
    let acceptance = untyped.acceptance
    var states = StateRegistration(
      context.state,
      reference: untyped.reference,
      acceptance: layout.acceptance,
      at: generation
    ) { image in acceptance.accepts(image, in: layout) }
    let columnCount = layout.names.count
    return try states.register(rowsOf: statement, columnCount: columnCount, sorting: sorting)
  }

  private func instances(_ states: consuming [EntityState]) -> [Element] {
    // SAFETY: arrays of different classes have the same layout. A cast would check each element.
    // The states are replaced in place, because there may be a million.
    var instances = unsafeBitCast(consume states, to: [AnyObject].self)
    var count = 0
    for index in instances.indices {
      let state = unsafeDowncast(instances[index], to: EntityState.self)
      guard let instance = state.instance(as: Element.self) else {
        untyped.acceptance.refuse(context.unreadableKey)
        continue
      }
      instances[count] = instance
      count += 1
    }
    instances.removeLast(instances.count - count)
    recent.remember(instances)
    // SAFETY: each element is the instance of a state of this table, whose entities have this type.
    return unsafeBitCast(instances, to: [Element].self)
  }
}

// MARK: - Inserting

extension EntityTable {
  /// Inserts the entities into the table. Call inside a write.
  ///
  /// `conflict` decides whether the insertion fails or overwrites if a row already has an entity's
  /// key.
  func add(
    _ entities: [Element],
    onConflict conflict: KeyConflict = .overwrite,
    in database: Database
  ) throws {
    graph.willUseTransaction()
    let connection = try database.writerOfTransaction()
    let reference = untyped.reference
    let inserter = untyped.inserter
    for entity in entities {
      try inserter.insert(entity, onConflict: conflict, reference: reference, on: connection)
    }
  }

  /// Deletes the row with this key. Returns whether the row existed. Call inside a write.
  func delete(_ key: RowKey, in database: Database) throws -> Bool {
    graph.willUseTransaction()
    return try database.withWriter { connection in
      try connection.prepare(layout.deletion, binding: key).run()
      return connection.changedRowCount > 0
    }
  }
}
